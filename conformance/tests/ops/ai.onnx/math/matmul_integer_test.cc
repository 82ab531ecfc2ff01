#include "conformance/tests/ops/one_node.h"

namespace etalon::test::matmul_integer_test {

TEST_CASE("MatMulInteger subtracts zero points, 0 when left out") {
  const Tensor A = u8({2, 2}, {1, 2, 3, 4});
  const Tensor B = i8({2, 2}, {1, -1, 0, 1});
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B})) == "int32[2, 2] 1 1 3 1");
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B, u8({}, {1}), i8({1}, {-1})})) ==
        "int32[2, 2] 1 2 7 6");
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B, Value(), i8({}, {1})})) ==
        "int32[2, 2] -2 -2 -4 -6");
}

TEST_CASE("MatMulInteger takes zero points by row of A and by column of B") {
  const Tensor A = u8({2, 2}, {1, 2, 3, 4});
  const Tensor B = u8({2, 2}, {1, 2, 3, 4});
  // A - [[1], [3]] = [[0, 1], [0, 1]]; B - [1, 2] = [[0, 0], [2, 2]].
  const std::string expected = "int32[2, 2] 2 2 2 2";
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B, u8({2}, {1, 3}), u8({2}, {1, 2})})) ==
        expected);
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B, u8({2, 1}, {1, 3}), u8({1, 2}, {1, 2})})) ==
        expected);
  CHECK(show(OneNode("MatMulInteger", 10)
                 .run({A.reshaped({1, 2, 2}), B.reshaped({1, 2, 2}), u8({1, 2, 1}, {1, 3}),
                       u8({1, 1, 2}, {1, 2})})) == "int32[1, 2, 2] 2 2 2 2");
}

TEST_CASE("MatMulInteger takes the extremes without overflow") {
  CHECK(show(OneNode("MatMulInteger", 10)
                 .run({u8({1}, {255}), i8({1}, {-128}), u8({}, {0}), i8({}, {127})})) ==
        "int32[] -65025");
  CHECK(show(OneNode("MatMulInteger", 10).run({u8({1, 0}, {}), u8({0, 1}, {})})) ==
        "int32[1, 1] 0");
}

TEST_CASE("MatMulInteger refuses a zero point that fits neither rows nor columns") {
  const Tensor A = u8({2, 1}, {1, 2});
  const Tensor B = u8({1, 2}, {1, 2});
  CHECK(OneNode("MatMulInteger", 10).error({A, B, u8({3}, {1, 2, 3})}) ==
        "InvalidInput: MatMulInteger-10 (output 'y0'): the shapes [3, 1] and [2, 1] do not "
        "broadcast");
}

}  // namespace etalon::test::matmul_integer_test
