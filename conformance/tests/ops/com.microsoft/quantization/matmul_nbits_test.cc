#include "conformance/tests/ops/one_node.h"

namespace etalon::test::matmul_nbits_test {

TEST_CASE("MatMulNBits takes numbers of any bits from 2 to 8 from a stream of bits") {
  OneNode product("MatMulNBits", 1, "com.microsoft");
  product.set("K", 3).set("N", 1).set("block_size", 16).set("bits", 3);
  // 0b10'001'111: 7, 1, and 2 whose highest bit is in the next byte.
  const Tensor B = u8({1, 1, 6}, {0x8F, 0, 0, 0, 0, 0});
  CHECK(show(product.run({f32({3}, {1, 10, 100}), B, f32({1, 1}, {1})})) == "float[1] -227");
}

TEST_CASE("MatMulNBits refuses what its text does not allow") {
  OneNode product("MatMulNBits", 1, "com.microsoft");
  product.set("K", 3).set("N", 1).set("block_size", 16);
  const Values inputs = {f32({3}, {1, 10, 100}), zeros({1, 1, 8}, DType::uint8), f32({1, 1}, {1})};
  const std::string place = "com.microsoft.MatMulNBits-1 (output 'y0'): ";
  CHECK(product.error(inputs).empty());
  CHECK(product.set("weight_prepacked", 1).error(inputs) ==
        "Unspecified: " + place + "weight_prepacked 1 is the private layout of a kernel for B");
  CHECK(product.set("weight_prepacked", 0).set("block_size", 24).error(inputs) ==
        "InvalidInput: " + place + "block_size is 24, not a power of two that is at least 16");
  CHECK(product.set("block_size", 16).set("bits", 1).error(inputs) ==
        "InvalidInput: " + place + "bits is 1, outside [2, 8]");
  CHECK(product.set("bits", 4).set("K", 4).error(inputs) ==
        "InvalidInput: " + place + "A has shape [3], whose last dimension is not K, 4");
}

}  // namespace etalon::test::matmul_nbits_test
