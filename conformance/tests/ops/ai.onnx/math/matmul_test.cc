#include "conformance/tests/ops/one_node.h"

namespace etalon::test::matmul_test {

TEST_CASE("MatMul multiplies matrices, and stacks of them") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2, 1}, {1, 10});
  for (const int64_t opset : {1, 9, 13}) {
    CHECK(show(OneNode("MatMul", opset).run({A, B})) == "float[2, 1] 21 43");
  }
  const Tensor stack = f32({2, 1, 2}, {1, 0, 0, 1});
  CHECK(show(OneNode("MatMul", 13).run({stack, A})) == "float[2, 1, 2] 1 2 3 4");
  CHECK(show(OneNode("MatMul", 13).run({f32({2, 1, 1, 1}, {1, 2}), f32({3, 1, 1}, {1, 2, 3})})) ==
        "float[2, 3, 1, 1] 1 2 3 2 4 6");
}

TEST_CASE("MatMul takes a rank-1 operand for a row or a column that the result lacks") {
  const Tensor v = f32({2}, {1, 10});
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("MatMul", 13).run({v, v})) == "float[] 101");
  CHECK(show(OneNode("MatMul", 13).run({A, v})) == "float[2] 21 43");
  CHECK(show(OneNode("MatMul", 13).run({v, A})) == "float[2] 31 42");
}

TEST_CASE("MatMul-9 wraps integers") {
  const Tensor x = tensor(DType::int32, {1, 1}, {65536});
  CHECK(show(OneNode("MatMul", 9).run({x, x})) == "int32[1, 1] 0");
  const Tensor y = integers(DType::uint64, {1, 1}, {-1});
  CHECK(show(OneNode("MatMul", 13).run({y, y})) == "uint64[1, 1] 1");
}

TEST_CASE("MatMul rounds once, at the end") {
  const Tensor row = f32({1, 3}, {16777216, 1, 1});
  CHECK(show(OneNode("MatMul", 13).run({row, f32({3, 1}, {1, 1, 1})})) == "float[1, 1] 16777218");
  const Tensor h = tensor(DType::float16, {1, 2}, {256, -256});
  CHECK(show(OneNode("MatMul", 13).run({h, tensor(DType::float16, {2, 1}, {256, 256})})) ==
        "float16[1, 1] 0");
  // 1e16 + 1 - 1e16, of which double addition alone leaves 0.
  CHECK(show(OneNode("MatMul", 13)
                 .run({tensor(DType::float64, {3}, {1e16, 1, -1e16}),
                       tensor(DType::float64, {3}, {1, 1, 1})})) == "double[] 1");
}

TEST_CASE("MatMul of no inner elements is 0; NaN and infinities stay") {
  CHECK(show(OneNode("MatMul", 13).run({f32({1, 0}, {}), f32({0, 2}, {})})) == "float[1, 2] 0 0");
  CHECK(show(OneNode("MatMul", 13).run({f32({0, 2}, {}), f32({2, 2}, {1, 2, 3, 4})})) ==
        "float[0, 2]");
  CHECK(show(OneNode("MatMul", 13).run({f32({2}, {INFINITY, 0}), f32({2}, {1, NAN})})) ==
        "float[] nan");
}

TEST_CASE("MatMul refuses rank 0 and dimensions that do not fit") {
  CHECK(OneNode("MatMul", 13).error({f32({}, {1}), f32({1}, {1})}) ==
        "InvalidInput: MatMul-13 (output 'y0'): a matrix product has no meaning for a rank-0 "
        "operand");
  CHECK(OneNode("MatMul", 13).error({f32({1, 2}, {1, 2}), f32({1, 2}, {1, 2})}) ==
        "InvalidInput: MatMul-13 (output 'y0'): the shapes [1, 2] and [1, 2] do not fit a matrix "
        "product");
}

namespace {}  // namespace

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

}  // namespace etalon::test::matmul_test
