#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qmoe_test {
namespace {

const std::string place = "com.microsoft.QMoE-1 (output 'y0'): ";

OneNode qmoe() {
  OneNode node("QMoE", 1, "com.microsoft");
  node.set("activation_type", "identity").set("expert_weight_bits", 8);
  return node;
}

// One token [1], whose only expert has the weights (q1 - 128) · 0.5 and (q2 - 128) · 2.
Values one_expert(double q1, double q2) {
  return {f32({1, 1}, {1}),    f32({1, 1}, {5}), u8({1, 1, 1}, {q1}), f32({1, 1}, {0.5}), none,
          u8({1, 1, 1}, {q2}), f32({1, 1}, {2})};
}

}  // namespace

TEST_CASE("QMoE reads integers of the bits of each layer") {
  CHECK(show(qmoe().run(one_expert(132, 129))) == "float[1, 1] 4");
  // Of 4 bits [3, 9] - 8, with 2 bits [0, 1, 3, 2] - 2.
  const Values inputs = {f32({1, 2}, {1, 1}),
                         f32({1, 1}, {0}),
                         u8({1, 4, 1}, {0x93, 8, 0x98, 0}),
                         f32({1, 4}, {1, 1, 1, 1}),
                         none,
                         u8({1, 2, 1}, {0xb4, 0xaa}),
                         f32({1, 2}, {1, 10})};
  CHECK(
      show(qmoe().set("fc1_expert_weight_bits", 4).set("fc2_expert_weight_bits", 2).run(inputs)) ==
      "float[1, 2] 17 0");
}

TEST_CASE("QMoE divides the weights of experts by their sum or takes router_weights as they are") {
  Values inputs = {f32({1, 1}, {1}),
                   f32({1, 2}, {0, 9}),
                   u8({2, 1, 1}, {129, 130}),
                   f32({2, 1}, {1, 1}),
                   none,
                   u8({2, 1, 1}, {129, 129}),
                   f32({2, 1}, {1, 1})};
  CHECK(show(qmoe().run(inputs)) == "float[1, 1] 2");
  inputs.resize(14, none);
  inputs.push_back(f32({1, 2}, {-1, 0.25}));
  CHECK(show(qmoe().set("k", 2).run(inputs)) == "float[1, 1] -0.5");
}

TEST_CASE("QMoE refuses what does not fit and what no text describes") {
  Values inputs = one_expert(1, 1);
  const auto error = [&](const char* attribute, auto value) {
    return qmoe().set(attribute, value).error(inputs);
  };
  CHECK(error("expert_weight_bits", 5) ==
        "InvalidInput: " + place + "the weights of fc1 have 5 bits, not 2, 3, 4 or 8");
  CHECK(error("block_size", 24) ==
        "InvalidInput: " + place + "block_size is 24, not a power of two that is at least 16");
  CHECK(error("quant_type", "nvfp4") ==
        "InvalidInput: " + place + "quant_type nvfp4 requires fc1_global_scale");
  Values scaled = inputs;
  scaled.resize(15, none);
  scaled.insert(scaled.end(), 2, f32({1}, {1}));
  CHECK(qmoe().set("quant_type", "nvfp4").error(scaled) ==
        "Unspecified: " + place + "the text does not say how quant_type nvfp4 scales weights");
  CHECK(error("weights_prepacked", 1) ==
        "Unspecified: " + place + "weights_prepacked 1 is the private layout of a kernel");
  inputs[3] = f32({1, 2}, {1, 1});
  CHECK(qmoe().error(inputs) ==
        "InvalidInput: " + place + "fc1_scales has the shape [1, 2], not [1, 1]");
  inputs[3] = none;
  CHECK(qmoe().error(inputs) ==
        "Unspecified: " + place + "the text does not say what weights without fc1_scales are");
}

}  // namespace etalon::test::qmoe_test
