#include "conformance/tests/ops/one_node.h"

namespace etalon::test::fused_conv_test {

TEST_CASE("FusedConv rounds once; after the activation") {
  OneNode conv("FusedConv", 1, "com.microsoft");
  conv.set("activation", "HardSigmoid").set("activation_params", Floats{1, -16777216});
  CHECK(show(conv.run({f32({1, 1, 2}, {16777216, 0.5}), f32({1, 1, 2}, {1, 1})})) ==
        "float[1, 1, 1] 0.5");
}

TEST_CASE("FusedConv refuses activations that it does not know and Z of another shape") {
  const Values inputs = {f32({1, 1, 1}, {1}), f32({1, 1, 1}, {1}), none, f32({1}, {1})};
  const std::string place = "com.microsoft.FusedConv-1 (output 'y0'): ";
  OneNode conv("FusedConv", 1, "com.microsoft");
  CHECK(conv.error(inputs) == "InvalidInput: " + place + "Z has the shape [1], not [1, 1, 1]");
  CHECK(conv.set("activation", "Elu").error(inputs) ==
        "Unspecified: " + place + "the text does not say what the activation Elu is");
  CHECK(conv.set("activation", "Clip").error(inputs) ==
        "InvalidInput: " + place + "activation Clip needs 2 activation_params, not 0");
}

}  // namespace etalon::test::fused_conv_test
