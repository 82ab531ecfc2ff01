#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gated_relative_position_bias_test {

TEST_CASE("GatedRelativePositionBias does not guess where tokens without padding are") {
  OneNode gated("GatedRelativePositionBias", 1, "com.microsoft");
  gated.set("num_heads", 1);
  const std::string place = "com.microsoft.GatedRelativePositionBias-1 (output 'y0'): ";
  const Tensor one = f32({1, 1, 1, 1}, {3}), columns = zeros({2});
  CHECK(gated.error({zeros({1, 1}), zeros({1}), one, zeros({1, 2}), columns, one}) ==
        "Unspecified: " + place + "the text does not say how token_offset orders the tokens");
  CHECK(gated.error({zeros({1, 1, 1}), zeros({1}), one, zeros({2, 2}), columns, one}) ==
        "InvalidInput: " + place + "weight has the shape [2, 2], not [1, _]");
  CHECK(gated.set("num_heads", 2)
            .error({zeros({1, 1, 1}), zeros({1}), one, zeros({1, 2}), columns, one}) ==
        "InvalidInput: " + place + "2 heads do not divide a hidden size of 1");
}

}  // namespace etalon::test::gated_relative_position_bias_test
