#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule qlinear_global_average_pool_rule("com.microsoft.QLinearGlobalAveragePool",
                                                      [](Drafting& call, Draw& draw) {
                                                        call.offer_flag("channels_last");
                                                        call.add(draw.shape(3, 5, Empty::never));
                                                        add_quantization(call);
                                                        add_quantization(call);
                                                      });

}  // namespace etalon::rules
