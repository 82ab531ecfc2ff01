#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule is_all_finite_rule("com.microsoft.IsAllFinite",
                                        [](Drafting& call, Draw& draw) {
                                          const bool infinities = draw.chance(0.5);
                                          call.offer_flag(infinities ? "isinf_only" : "isnan_only");
                                          const size_t inputs = 1 + draw.below(3);
                                          for (size_t i = 0; i < inputs; ++i)
                                            call.add(draw.shape());
                                        });

}  // namespace etalon::rules
