#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bias_gelu_test {

TEST_CASE("BiasGelu rounds once: the sum is exact") {
  OneNode gelu("BiasGelu", 1, "com.microsoft");
  CHECK(show(gelu.run({f32({1}, {1}), f32({1}, {0x1p-24})})) == "float[1] 0.84134483");
  CHECK(show(gelu.run({f32({1}, {1}), f32({1}, {0})})) == "float[1] 0.8413448");
}

TEST_CASE("BiasGelu wants a bias for the last axis") {
  OneNode gelu("BiasGelu", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.BiasGelu-1 (output 'y0'): ";
  CHECK(gelu.error({f32({1, 2}, {1, 2}), f32({1}, {1})}) == place + "B has the shape [1], not [2]");
  CHECK(gelu.error({f32({}, {1}), f32({1}, {1})}) == place + "A has rank 0, less than 1");
}

}  // namespace etalon::test::bias_gelu_test
