#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule remove_padding_rule("com.microsoft.RemovePadding",
                                         [](Drafting& call, Draw& draw) {
                                           const Shape shape = draw.shape(3, 3, Empty::never);
                                           call.add(shape);
                                           call.add({shape[0]}, {0, double(shape[1])});
                                         });

}  // namespace etalon::rules
