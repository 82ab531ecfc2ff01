#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule dynamic_quantize_linear_rule("DynamicQuantizeLinear", [](Drafting& call,
                                                                              Draw& draw) {
  call.add_data(draw.shape(0, 3, Empty::never), {-20, 20});
});

}  // namespace etalon::rules
