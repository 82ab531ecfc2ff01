#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reverse_sequence_test {

TEST_CASE("ReverseSequence reverses the first entries in time") {
  const Tensor input = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("ReverseSequence", 10).run({input, i64({2}, {2, 3})})) ==
        "float[3, 2] 3 6 1 4 5 2");
  CHECK(show(OneNode("ReverseSequence", 10)
                 .set("time_axis", 1)
                 .set("batch_axis", 0)
                 .run({input, i64({3}, {0, 1, 2})})) == "float[3, 2] 1 2 3 4 6 5");
  const Tensor pairs = tensor(DType::bfloat16, {1, 2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("ReverseSequence", 28)
                 .set("time_axis", 1)
                 .set("batch_axis", 0)
                 .run({pairs, i64({1}, {2})})) == "bfloat16[1, 2, 2] 3 4 1 2");
  CHECK(show(OneNode("ReverseSequence", 10).run({texts({2, 1}, {"a", "b"}), i64({1}, {2})})) ==
        "string[2, 1] 'b' 'a'");
}

TEST_CASE("ReverseSequence of no elements") {
  CHECK(show(OneNode("ReverseSequence", 10).run({f32({2, 1, 0}, {}), i64({1}, {2})})) ==
        "float[2, 1, 0]");
  CHECK(show(OneNode("ReverseSequence", 10).run({f32({0, 1}, {}), i64({1}, {0})})) ==
        "float[0, 1]");
}

TEST_CASE("ReverseSequence refuses lengths and axes out of range") {
  const Tensor input = f32({2, 1}, {1, 2});
  const std::string place = "InvalidInput: ReverseSequence-10 (output 'y0'): ";
  CHECK(OneNode("ReverseSequence", 10).error({input, i64({1}, {3})}) ==
        place + "length 3 is outside [0, 2]");
  CHECK(OneNode("ReverseSequence", 10).error({input, i64({1}, {-1})}) ==
        place + "length -1 is outside [0, 2]");
  CHECK(OneNode("ReverseSequence", 10).error({input, i64({2}, {1, 1})}) ==
        place + "sequence_lens has the shape [2], not [1]");
  CHECK(OneNode("ReverseSequence", 10).set("time_axis", 1).error({input, i64({1}, {1})}) ==
        place + "batch_axis is 1 and time_axis 1");
  CHECK(OneNode("ReverseSequence", 10).error({f32({2}, {1, 2}), i64({1}, {1})}) ==
        place + "input has rank 1, less than 2");
}

}  // namespace etalon::test::reverse_sequence_test
