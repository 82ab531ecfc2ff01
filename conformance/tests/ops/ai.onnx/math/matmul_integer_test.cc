#include "conformance/tests/ops/one_node.h"

namespace etalon::test::matmul_integer_test {

TEST_CASE("MatMulInteger takes zero points by row of A and by column of B") {
  const Tensor A = u8({2, 2}, {1, 2, 3, 4});
  const Tensor B = u8({2, 2}, {1, 2, 3, 4});
  // A - [[1], [3]] = [[0, 1], [0, 1]]; B - [1, 2] = [[0, 0], [2, 2]].
  const std::string expected = "int32[2, 2] 2 2 2 2";
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B, u8({2}, {1, 3}), u8({2}, {1, 2})})) ==
        expected);
  CHECK(show(OneNode("MatMulInteger", 10).run({A, B, u8({2, 1}, {1, 3}), u8({1, 2}, {1, 2})})) ==
        expected);
}

TEST_CASE("MatMulInteger refuses a zero point that fits neither rows nor columns") {
  const Tensor A = u8({2, 1}, {1, 2});
  const Tensor B = u8({1, 2}, {1, 2});
  CHECK(OneNode("MatMulInteger", 10).error({A, B, u8({3}, {1, 2, 3})}) ==
        "InvalidInput: MatMulInteger-10 (output 'y0'): the shapes [3, 1] and [2, 1] do not "
        "broadcast");
}

// 33026 · 255² = 2147515650 = 2^31 + 32002.
TEST_CASE("MatMulInteger wraps a sum beyond 32 bits") {
  const size_t K = 33026;
  const Tensor A = Tensor::of(DType::uint8, full({1, K}, uint64_t{255}));
  CHECK(show(OneNode("MatMulInteger", 10).run({A, A.reshaped({K, 1})})) ==
        "int32[1, 1] -2147451646");
}

}  // namespace etalon::test::matmul_integer_test
