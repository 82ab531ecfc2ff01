#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {
namespace {

void average_pool(Drafting& call) {
  const Window window = draw_pool(call);
  call.offer_flag("count_include_pad");
  add_pooled(call, window);
}

const GenerationRule average_pool_rule("AveragePool", average_pool);

}  // namespace
}  // namespace etalon::rules
