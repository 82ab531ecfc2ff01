#include "conformance/tests/ops/one_node.h"

namespace etalon::test::moe_test {
namespace {

// One token of one number, one expert with one unit of x + 1, which the second matrix doubles.
Values one_expert(double x) {
  return {f32({1, 1}, {x}), f32({1, 1}, {5}), f32({1, 1, 1}, {1}), f32({1, 1}, {1}),
          f32({1, 1, 1}, {2})};
}

std::string of(const char* activation, double x) {
  OneNode moe("MoE", 1, "com.microsoft");
  return show(moe.set("activation_type", activation).run(one_expert(x)));
}

}  // namespace

TEST_CASE("MoE has the activations that its text names") {
  CHECK(of("identity", -4) == "float[1, 1] -6");
  CHECK(of("relu", -4) == "float[1, 1] 0");
  CHECK(of("relu2", 4) == "float[1, 1] 50");
  CHECK(of("gelu", 99) == "float[1, 1] 200");
  CHECK(of("silu", 99) == "float[1, 1] 200");
}

TEST_CASE("MoE clips the activated gate where it says so") {
  OneNode moe("MoE", 1, "com.microsoft");
  moe.set("activation_type", "swiglu").set("swiglu_fusion", 2).set("swiglu_limit", 2.0);
  const Values inputs = {f32({1, 1}, {1}), f32({1, 1}, {0}), f32({1, 2, 1}, {1000, 1}), none,
                         f32({1, 1, 1}, {1})};
  CHECK(show(moe.set("activation_alpha", 0.0).run(inputs)) == "float[1, 1] 1");
  CHECK(show(moe.set("swiglu_limit_after_activation", 1).run(inputs)) == "float[1, 1] 2");
}

TEST_CASE("MoE refuses what does not fit and what no text describes") {
  const std::string place = "com.microsoft.MoE-1 (output 'y0'): ";
  OneNode moe("MoE", 1, "com.microsoft");
  Values inputs = one_expert(1);
  CHECK(moe.set("k", 2).error(inputs) == "InvalidInput: " + place + "k is 2, outside [1, 1]");
  CHECK(moe.set("k", 1).set("use_sparse_mixer", 1).error(inputs) ==
        "Unspecified: " + place + "the text does not say what a sparse mixer is");
  OneNode swiglu("MoE", 1, "com.microsoft");
  CHECK(swiglu.set("activation_type", "swiglu").error(inputs) ==
        "InvalidInput: " + place + "swiglu without fusion needs fc3_experts_weights");
  inputs[1] = f32({1, 2}, {1, 2});
  CHECK(OneNode("MoE", 1, "com.microsoft").error(inputs) ==
        "InvalidInput: " + place + "router_probs has the shape [1, 2], not [1, 1]");
}

}  // namespace etalon::test::moe_test
