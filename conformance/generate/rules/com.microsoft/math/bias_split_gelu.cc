#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule bias_split_gelu_rule("com.microsoft.BiasSplitGelu",
                                          [](Drafting& call, Draw& draw) {
                                            Shape shape = draw.shape(3, 3);
                                            shape[2] *= 2;
                                            call.add(shape);
                                            call.add({shape[2]});
                                          });

}  // namespace etalon::rules
