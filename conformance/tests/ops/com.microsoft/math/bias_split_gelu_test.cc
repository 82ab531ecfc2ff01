#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bias_split_gelu_test {

TEST_CASE("BiasSplitGelu rounds once; after the product") {
  OneNode gelu("BiasSplitGelu", 1, "com.microsoft");
  // Gelu(9) is 9 less 1e-18; 16777217 is no float.
  CHECK(show(gelu.run({f32({1, 1, 2}, {16777216, 9}), f32({2}, {1, 0})})) ==
        "float[1, 1, 1] 150994960");
}

TEST_CASE("BiasSplitGelu wants halves") {
  OneNode gelu("BiasSplitGelu", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.BiasSplitGelu-1 (output 'y0'): ";
  CHECK(gelu.error({zeros({1, 1, 3}), zeros({3})}) ==
        place + "the hidden dimension 3 must be even");
  CHECK(gelu.error({zeros({1, 1, 2}), zeros({1})}) == place + "bias has the shape [1], not [2]");
}

}  // namespace etalon::test::bias_split_gelu_test
