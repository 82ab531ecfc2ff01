#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sequence_test {
namespace {

// Tensors [1], [2, 2], [3, 3, 3].
Value three() {
  return Sequence{Type::tensor(DType::float32),
                  {f32({1}, {1}), f32({2}, {2, 2}), f32({3}, {3, 3, 3})}};
}
Value empty() { return Sequence{Type::tensor(DType::float32), {}}; }

}  // namespace

TEST_CASE("SequenceAt counts from either end") {
  CHECK(show(OneNode("SequenceAt", 11).run({three(), i64({}, {1})})) == "float[2] 2 2");
  CHECK(show(OneNode("SequenceAt", 11).run({three(), tensor(DType::int32, {}, {-3})})) ==
        "float[1] 1");
  CHECK(OneNode("SequenceAt", 11).error({three(), i64({}, {3})}) ==
        "InvalidInput: SequenceAt-11 (output 'y0'): position 3 is outside [-3, 2]");
  CHECK(OneNode("SequenceAt", 11).error({empty(), i64({}, {0})}) ==
        "InvalidInput: SequenceAt-11 (output 'y0'): position 0 is outside [0, -1]");
}

TEST_CASE("SequenceConstruct puts tensors of one type into a sequence") {
  const Value sequence = OneNode("SequenceConstruct", 11).run({i64({}, {1}), i64({0}, {})});
  CHECK(show(sequence) == "seq(int64[] 1; int64[0])");
  CHECK(to_string(sequence.type()) == "seq(tensor(int64))");
  CHECK(OneNode("SequenceConstruct", 11)
            .error({i64({}, {1}), f32({}, {1})})
            .starts_with("InvalidInput"));
}

TEST_CASE("SequenceEmpty keeps its element type") {
  CHECK(to_string(OneNode("SequenceEmpty", 11).run({}).type()) == "seq(tensor(float))");
  CHECK(to_string(OneNode("SequenceEmpty", 11).set("dtype", 8).run({}).type()) ==
        "seq(tensor(string))");
  CHECK(OneNode("SequenceEmpty", 11).set("dtype", 99).error({}) ==
        "InvalidInput: SequenceEmpty-11 (output 'y0'): dtype is 99, no type that a sequence may "
        "hold");
}

TEST_CASE("SequenceErase removes the last tensor by default") {
  CHECK(show(OneNode("SequenceErase", 11).run({three()})) == "seq(float[1] 1; float[2] 2 2)");
  CHECK(show(OneNode("SequenceErase", 11).run({three(), i64({}, {-3})})) ==
        "seq(float[2] 2 2; float[3] 3 3 3)");
  CHECK(OneNode("SequenceErase", 11).error({three(), i64({}, {-4})}) ==
        "InvalidInput: SequenceErase-11 (output 'y0'): position -4 is outside [-3, 2]");
  CHECK(OneNode("SequenceErase", 11).error({empty()}).starts_with("InvalidInput"));
}

TEST_CASE("SequenceInsert puts in before a position, by default at the end") {
  const Tensor zero = f32({1}, {0});
  const auto inserted = [&](int64_t position) {
    return show(OneNode("SequenceInsert", 11).run({three(), zero, i64({}, {position})}));
  };
  CHECK(show(OneNode("SequenceInsert", 11).run({empty(), zero})) == "seq(float[1] 0)");
  CHECK(inserted(0) == "seq(float[1] 0; float[1] 1; float[2] 2 2; float[3] 3 3 3)");
  CHECK(inserted(-1) == "seq(float[1] 1; float[2] 2 2; float[1] 0; float[3] 3 3 3)");
  CHECK(inserted(3) == "seq(float[1] 1; float[2] 2 2; float[3] 3 3 3; float[1] 0)");
  CHECK(OneNode("SequenceInsert", 11).error({three(), zero, i64({}, {4})}) ==
        "InvalidInput: SequenceInsert-11 (output 'y0'): position 4 is outside [-3, 3]");
  CHECK(OneNode("SequenceInsert", 11).error({three(), i64({}, {1})}) ==
        "InvalidInput: SequenceInsert-11 (output 'y0'): a tensor(int64) does not go into a "
        "sequence of tensor(float)");
}

TEST_CASE("SequenceLength counts the tensors") {
  CHECK(show(OneNode("SequenceLength", 11).run({three()})) == "int64[] 3");
  CHECK(show(OneNode("SequenceLength", 11).run({empty()})) == "int64[] 0");
}

TEST_CASE("SplitToSequence splits into single entries by default") {
  const Tensor input = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("SplitToSequence", 11).run({input})) ==
        "seq(float[1, 2] 1 2; float[1, 2] 3 4)");
  CHECK(show(OneNode("SplitToSequence", 11).set("keepdims", 0).set("axis", -1).run({input})) ==
        "seq(float[2] 1 3; float[2] 2 4)");
  const Value none = OneNode("SplitToSequence", 11).run({f32({0, 2}, {})});
  CHECK(show(none) == "seq()");
  CHECK(to_string(none.type()) == "seq(tensor(float))");
}

TEST_CASE("SplitToSequence splits by one length, or by many") {
  const Tensor input = f32({5}, {1, 2, 3, 4, 5});
  CHECK(show(OneNode("SplitToSequence", 11).set("keepdims", 0).run({input, i64({}, {2})})) ==
        "seq(float[2] 1 2; float[2] 3 4; float[1] 5)");
  CHECK(show(OneNode("SplitToSequence", 11).run({input, i64({}, {INT64_MAX})})) ==
        "seq(float[5] 1 2 3 4 5)");
  CHECK(show(OneNode("SplitToSequence", 24).run({input, tensor(DType::int32, {3}, {4, 0, 1})})) ==
        "seq(float[4] 1 2 3 4; float[0]; float[1] 5)");
  CHECK(show(OneNode("SplitToSequence", 24).run({tensor(DType::bfloat16, {1}, {2})})) ==
        "seq(bfloat16[1] 2)");
}

TEST_CASE("SplitToSequence refuses lengths that do not add up") {
  const Tensor input = f32({3}, {1, 2, 3});
  const std::string place = "InvalidInput: SplitToSequence-11 (output 'y0'): ";
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({2}, {1, 1})}) ==
        place + "split adds up to 2, less than the axis' 3");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({2}, {1, 3})}) ==
        place + "split adds up to more than the axis' 3");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({}, {0})}) == place + "split is 0");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({2}, {4, -1})}) ==
        place + "a dimension of -1 is negative");
}

TEST_CASE("ConcatFromSequence joins along an axis, or along a new one") {
  CHECK(show(OneNode("ConcatFromSequence", 11).set("axis", 0).run({three()})) ==
        "float[6] 1 2 2 3 3 3");
  const Value pairs = Sequence{Type::tensor(DType::int64), {i64({2}, {1, 2}), i64({2}, {3, 4})}};
  const auto stacked = [&](int64_t axis) {
    return show(
        OneNode("ConcatFromSequence", 11).set("axis", axis).set("new_axis", 1).run({pairs}));
  };
  CHECK(stacked(0) == "int64[2, 2] 1 2 3 4");
  CHECK(stacked(1) == "int64[2, 2] 1 3 2 4");
  CHECK(stacked(-2) == "int64[2, 2] 1 2 3 4");
  const Value scalars = Sequence{Type::tensor(DType::int64), {i64({}, {1}), i64({}, {2})}};
  CHECK(show(OneNode("ConcatFromSequence", 11).set("axis", 0).set("new_axis", 1).run({scalars})) ==
        "int64[2] 1 2");
}

TEST_CASE("ConcatFromSequence refuses empty sequences and shapes that do not fit") {
  CHECK(OneNode("ConcatFromSequence", 11).set("axis", 0).error({empty()}) ==
        "InvalidInput: ConcatFromSequence-11 (output 'y0'): the sequence is empty");
  CHECK(OneNode("ConcatFromSequence", 11)
            .set("axis", 0)
            .set("new_axis", 1)
            .error({three()})
            .starts_with("InvalidInput"));
  const Value ranks = Sequence{Type::tensor(DType::int64), {i64({1, 1}, {1}), i64({}, {2})}};
  CHECK(OneNode("ConcatFromSequence", 11)
            .set("axis", 2)
            .set("new_axis", 1)
            .error({ranks})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::sequence_test
