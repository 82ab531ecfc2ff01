#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

// Trains without dropping anything: then no random number decides.
void add_training(Drafting& call, bool trains) {
  call.add(Value(scalar(call.input_type(1), trains ? 0.0 : 0.5)));
  call.add(Value(scalar(trains)));
}

}  // namespace

// For inference, in which nothing is dropped.
const GenerationRule dropout_rule("Dropout", [](Drafting& call, Draw& draw) {
  call.set_if_known("is_test", 1);
  call.offer_real("ratio", 0, 0.9375);
  if (draw.chance(0.3)) call.set_if_known("seed", draw.between(0, 9));
  call.add(draw.shape());
  constexpr int first_without_training = 7;  // before, a call that does not train has no mask
  if (call.version() >= first_without_training && draw.chance(0.8)) call.outputs = 2;
  if (!call.takes("ratio") || draw.chance(0.2)) return;
  if (draw.chance(0.4)) return add_training(call, draw.chance(0.5));
  if (draw.chance(0.3)) {
    call.leave_out();
    call.add(Value(scalar(false)));
    return;
  }
  call.add({}, {0, 0.9});
  if (draw.chance(0.5)) call.add(Value(scalar(false)));
});

}  // namespace etalon::rules
