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
        "InvalidInput: MatMul-13 (output 'y0'): a matrix product is not defined for a rank-0 "
        "operand");
  CHECK(OneNode("MatMul", 13).error({f32({1, 2}, {1, 2}), f32({1, 2}, {1, 2})}) ==
        "InvalidInput: MatMul-13 (output 'y0'): the shapes [1, 2] and [1, 2] do not fit a matrix "
        "product");
}

TEST_CASE("MatMul is -0 exactly when all its products are") {
  for (const DType type : {DType::float32, DType::float64, DType::bfloat16}) {
    const Tensor row = tensor(type, {1, 2}, {-0.0, -0.0});
    CHECK(show(OneNode("MatMul", 13).run({row, tensor(type, {2}, {1, 3})})).ends_with("[1] -0"));
    CHECK(show(OneNode("MatMul", 13).run({row, tensor(type, {2}, {1, -3})})).ends_with("[1] 0"));
  }
}

// The first row asks whether sums are exact in double. They are in the rows of two terms, not in
// the last: in double it is a tie, which float32 rounds to 1.
TEST_CASE("MatMul decides each row by its own elements, after a row that cancels") {
  const Tensor rows = f32({4, 3}, {1, -1, 0, -0.0, -0.0, -0.0, 1, 0x1p-24, 0, 1, 0x1p-24, 0x1p-60});
  const Value Y = OneNode("MatMul", 13).run({rows, f32({3, 1}, {1, 1, 1})});
  CHECK(show(Y) == show(f32({4, 1}, {0, -0.0, 1, 1 + 0x1p-23})));
}

}  // namespace etalon::test::matmul_test
