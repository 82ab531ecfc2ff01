#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule qlinear_sigmoid_rule("com.microsoft.QLinearSigmoid",
                                          [](Drafting& call, Draw& draw) {
                                            add_quantized(call, draw.shape());
                                            call.add({}, {0.00390625, 0.0625});
                                            if (draw.chance(0.8)) call.add(Shape{});
                                          });

}  // namespace etalon::rules
