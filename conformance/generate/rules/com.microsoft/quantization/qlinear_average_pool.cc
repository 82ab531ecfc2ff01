#include "conformance/generate/rules/com.microsoft/channels_last.h"
#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule pool_of_integers("com.microsoft.QLinearAveragePool",
                                      [](Drafting& call, Draw& draw) {
                                        const Window window = draw_pool(call);
                                        call.offer_flag("count_include_pad");
                                        add_pooled_8_bits(call, window);
                                        call.add({}, scales);
                                        call.add_if(draw.chance(0.8), [&] { call.add(Shape{}); });
                                        add_last_quantization(call);
                                      });

}  // namespace etalon::rules
