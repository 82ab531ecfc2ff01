#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule qlinear_leaky_relu_rule("com.microsoft.QLinearLeakyRelu",
                                             [](Drafting& call, Draw& draw) {
                                               call.offer_real("alpha", -1, 1);
                                               add_quantized(call, draw.shape());
                                               add_last_quantization(call);
                                             });

}  // namespace etalon::rules
