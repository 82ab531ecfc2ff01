#include "conformance/generate/rule.h"

namespace etalon::rules {

// Training drops nothing: then no random number decides.
const GenerationRule bias_dropout_rule("com.microsoft.BiasDropout", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.3)) call.set("seed", draw.between(0, 9));
  const Shape data = draw.shape(1);
  call.add(data);
  call.add(draw.chance(0.5) ? data : Shape{data.back()});
  call.outputs = 1 + draw.below(2);
  const bool rated = draw.chance(0.6);
  if (draw.chance(0.5)) {
    call.add(data);
  } else if (rated) {
    call.leave_out();
  }
  if (!rated) return;
  const bool trains = draw.chance(0.3);
  call.add(Value(scalar(call.input_type(3), trains ? 0.0 : 0.5)));
  if (trains || draw.chance(0.5)) call.add(Value(scalar(trains)));
});

}  // namespace etalon::rules
