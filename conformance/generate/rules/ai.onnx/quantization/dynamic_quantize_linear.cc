#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

void dynamic_quantize_linear(Drafting& call) {
  call.add(call.draw().shape(0, 3, Empty::never), {-20, 20});
}

const GenerationRule dynamic_quantize_linear_rule("DynamicQuantizeLinear", dynamic_quantize_linear);

}  // namespace
}  // namespace etalon::rules
