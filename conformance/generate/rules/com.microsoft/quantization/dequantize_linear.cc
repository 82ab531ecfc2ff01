#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

const GenerationRule microsoft_dequantize_linear_rule("com.microsoft.DequantizeLinear",
                                                      [](Drafting& call, Draw& draw) {
                                                        const Shape shape =
                                                            draw.shape(0, 3, Empty::never);
                                                        const Shape granularity =
                                                            draw_granularity(call, shape);
                                                        call.add_data(shape, {-100, 100});
                                                        call.add(granularity, scales);
                                                        if (draw.chance(0.8))
                                                          call.add(granularity, {-3, 7});
                                                      });

}  // namespace etalon::rules
