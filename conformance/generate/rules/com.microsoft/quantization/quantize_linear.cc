#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

const GenerationRule microsoft_quantize_linear_rule("com.microsoft.QuantizeLinear",
                                                    [](Drafting& call, Draw& draw) {
                                                      const Shape shape =
                                                          draw.shape(0, 3, Empty::never);
                                                      const Shape granularity =
                                                          draw_granularity(call, shape);
                                                      call.add_data(shape, {-40, 40});
                                                      call.add(granularity, scales);
                                                      if (draw.chance(0.8))
                                                        call.add(granularity, {0, 7});
                                                    });

}  // namespace etalon::rules
