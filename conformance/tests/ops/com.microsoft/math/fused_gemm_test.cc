#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_fused_gemm_test {

TEST_CASE("FusedGemm rounds once; after the activation") {
  OneNode gemm("FusedGemm", 1, "com.microsoft");
  gemm.set("activation", "HardSigmoid");
  gemm.set("activation_alpha", 1.0).set("activation_beta", -16777216.0);
  CHECK(show(gemm.run({f32({1, 2}, {16777216, 0.5}), f32({2, 1}, {1, 1})})) == "float[1, 1] 0.5");
}

TEST_CASE("FusedGemm has the activations of a runtime each by its parameters") {
  const auto of = [](const char* activation, double x) {
    OneNode gemm("FusedGemm", 1, "com.microsoft");
    gemm.set("activation", activation).set("activation_alpha", 2.0);
    gemm.set("activation_beta", 0.5).set("activation_gamma", 3.0);
    return show(gemm.run({f32({1, 1}, {x}), f32({1, 1}, {1})}));
  };
  CHECK(of("Tanh", 0) == "float[1, 1] 0");
  CHECK(of("Softplus", 100) == "float[1, 1] 100");
  CHECK(of("Elu", -1000) == "float[1, 1] -2");
  CHECK(of("Celu", -1000) == "float[1, 1] -2");
  CHECK(of("Selu", -1000) == "float[1, 1] -6");
  CHECK(of("ScaledTanh", 1000) == "float[1, 1] 2");
  CHECK(of("ParametricSoftplus", 1000) == "float[1, 1] 1000");
}

TEST_CASE("FusedGemm refuses activations that it does not know and integers") {
  OneNode gemm("FusedGemm", 1, "com.microsoft");
  const std::string place = "com.microsoft.FusedGemm-1 (output 'y0'): ";
  const Tensor one = f32({1, 1}, {1}), whole = i32({1, 1}, {1});
  CHECK(gemm.set("activation", "Gelu").error({one, one}) ==
        "Unspecified: " + place + "the text does not say what the activation Gelu is");
  CHECK(gemm.set("activation", "Selu").error({one, one}) ==
        "InvalidInput: " + place + "activation Selu needs activation_alpha");
  CHECK(gemm.error({whole, whole}) ==
        "Unspecified: " + place + "the text does not say what an activation of int32 means");
}

}  // namespace etalon::test::microsoft_fused_gemm_test
