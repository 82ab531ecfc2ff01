#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

void draw_activation(Drafting& call, Draw& draw) {
  const std::vector<std::string> names = {"Relu",      "Sigmoid", "Tanh",
                                          "LeakyRelu", "Clip",    "HardSigmoid"};
  const std::string name = draw.pick(names);
  call.set("activation", name);
  if (name == "LeakyRelu") call.set("activation_params", draw.reals(1, 0, 1));
  if (name == "Clip") call.set("activation_params", std::vector<double>{-1, 2});
  if (name == "HardSigmoid") call.set("activation_params", draw.reals(2, 0, 1));
}

const GenerationRule fused_conv_rule("com.microsoft.FusedConv", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window);
  if (draw.chance(0.8)) draw_activation(call, draw);
  call.add(filters.X);
  call.add(filters.W);
  const bool adds_z = !window.automatic && draw.chance(0.3);
  if (draw.chance(0.5)) {
    call.add({filters.maps});
  } else if (adds_z) {
    call.leave_out();
  }
  if (adds_z && call.next_input() == 3) {
    call.add(joined({filters.X[0], filters.maps}, output_lengths(window)));
  }
});

}  // namespace
}  // namespace etalon::rules
