#include "conformance/generate/rule.h"

namespace etalon::rules {

// For inference, in which nothing is dropped. Version 12 is the first that defines the mask in this
// case.
const GenerationRule dropout_rule("Dropout", [](Drafting& call, Draw& draw) {
  call.set_if_known("is_test", 1);
  call.add(draw.shape());
  constexpr int first_with_mask = 12;
  if (call.version() >= first_with_mask && draw.chance(0.5)) call.outputs = 2;
  if (call.takes("ratio") && draw.chance(0.6)) {
    call.add({}, {0, 0.9});
    if (draw.chance(0.5)) call.add(Value(scalar(false)));
  }
});

}  // namespace etalon::rules
