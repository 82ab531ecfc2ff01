#include "conformance/tests/ops/ai.onnx/sequence/sequences.h"

namespace etalon::test::concat_from_sequence_test {

TEST_CASE("ConcatFromSequence joins along an axis or along a new one") {
  CHECK(show(OneNode("ConcatFromSequence", 11).set("axis", 0).run({three_tensors()})) ==
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
  CHECK(OneNode("ConcatFromSequence", 11).set("axis", 0).error({empty_sequence()}) ==
        "InvalidInput: ConcatFromSequence-11 (output 'y0'): input_sequence is empty");
  CHECK(OneNode("ConcatFromSequence", 11)
            .set("axis", 0)
            .set("new_axis", 1)
            .error({three_tensors()})
            .starts_with("InvalidInput"));
  const Value ranks = Sequence{Type::tensor(DType::int64), {i64({1, 1}, {1}), i64({}, {2})}};
  CHECK(OneNode("ConcatFromSequence", 11)
            .set("axis", 2)
            .set("new_axis", 1)
            .error({ranks})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::concat_from_sequence_test
