#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule shape_rule("Shape", [](Drafting& call) {
  const Tensor data = call.add(call.draw().shape());
  const auto rank = static_cast<int64_t>(data.rank());
  if (call.draw().chance(0.5)) call.set_if_known("start", call.draw().between(-rank - 1, rank + 1));
  if (call.draw().chance(0.5)) call.set_if_known("end", call.draw().between(-rank - 1, rank + 1));
});

}  // namespace etalon::rules
