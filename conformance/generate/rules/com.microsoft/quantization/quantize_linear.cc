#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

const GenerationRule microsoft_quantize_linear_rule("com.microsoft.QuantizeLinear",
                                                    [](Drafting& call) {
                                                      add_with_scales(call, {-40, 40}, {0, 7});
                                                    });

}  // namespace etalon::rules
