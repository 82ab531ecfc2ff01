#include "conformance/tests/ops/one_node.h"

namespace etalon::test::matmul_test {

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
TEST_CASE("MatMul decides each row by its own elements; after a row that cancels") {
  const Tensor rows = f32({4, 3}, {1, -1, 0, -0.0, -0.0, -0.0, 1, 0x1p-24, 0, 1, 0x1p-24, 0x1p-60});
  const Value Y = OneNode("MatMul", 13).run({rows, f32({3, 1}, {1, 1, 1})});
  CHECK(show(Y) == show(f32({4, 1}, {0, -0.0, 1, 1 + 0x1p-23})));
}

}  // namespace etalon::test::matmul_test
