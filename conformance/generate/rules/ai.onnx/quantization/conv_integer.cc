#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

void conv_integer(Drafting& call) {
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window);
  call.add(filters.X);
  call.add(filters.W);
  if (call.draw().chance(0.5)) call.add(Shape{});
}

const GenerationRule conv_integer_rule("ConvInteger", conv_integer);

}  // namespace
}  // namespace etalon::rules
