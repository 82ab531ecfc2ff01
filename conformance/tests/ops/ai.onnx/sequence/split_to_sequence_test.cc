#include "conformance/tests/ops/one_node.h"

namespace etalon::test::split_to_sequence_test {

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

TEST_CASE("SplitToSequence splits by one length or by many") {
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
        place + "split adds up to 2, less than the 3 entries of the axis");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({2}, {1, 3})}) ==
        place + "split adds up to more than the 3 entries of the axis");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({}, {0})}) == place + "split is 0");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({2}, {4, -1})}) ==
        place + "split holds the negative length -1");
  CHECK(OneNode("SplitToSequence", 11).error({input, i64({1, 1}, {3})}) ==
        place + "split has rank 2, not 0 or 1");
}

}  // namespace etalon::test::split_to_sequence_test
