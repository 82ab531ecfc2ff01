#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

const GenerationRule microsoft_dequantize_linear_rule("com.microsoft.DequantizeLinear",
                                                      [](Drafting& call) {
                                                        add_with_scales(call, {-100, 100}, {-3, 7});
                                                      });

}  // namespace etalon::rules
