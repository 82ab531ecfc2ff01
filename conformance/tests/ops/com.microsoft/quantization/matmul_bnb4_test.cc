#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_matmul_bnb4_test {

TEST_CASE("MatMulBnb4 takes A of any rank and an odd number of weights") {
  OneNode product("MatMulBnb4", 1, "com.microsoft");
  product.set("K", 1).set("N", 1).set("block_size", 16).set("quant_type", 1);
  const Tensor B = u8({1}, {240}), absmax = f32({1}, {3});
  CHECK(show(product.run({f32({1}, {2}), B, absmax})) == "float[1] 6");
  CHECK(show(product.run({f32({1, 2, 1}, {2, -1}), B, absmax})) == "float[1, 2, 1] 6 -3");
  CHECK(show(product.run({f32({0, 1}, {}), B, absmax})) == "float[0, 1]");
}

TEST_CASE("MatMulBnb4 refuses what does not fit") {
  OneNode product("MatMulBnb4", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.MatMulBnb4-1 (output 'y0'): ";
  product.set("K", 2).set("N", 1).set("block_size", 16).set("quant_type", 0);
  const Tensor A = f32({1, 2}, {1, 1}), B = u8({1}, {0}), absmax = f32({1}, {1});
  CHECK(product.error({f32({1, 1}, {1}), B, absmax}) ==
        place + "A has shape [1, 1], whose last dimension is not K, 2");
  CHECK(product.error({A, u8({2}, {0, 0}), absmax}) == place + "B has the shape [2], not [1]");
  CHECK(product.error({A, B, f32({2}, {1, 1})}) == place + "absmax has the shape [2], not [1]");
  CHECK(product.set("quant_type", 2).error({A, B, absmax}) ==
        place + "quant_type is 2, not 0 or 1");
}

}  // namespace etalon::test::microsoft_matmul_bnb4_test
