#include <algorithm>

#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// The target keeps, joins or splits dimensions; one may be written as -1, an unchanged one as 0.
const GenerationRule reshape_rule("Reshape", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  std::vector<int64_t> target = as_integers(data.shape());
  if (draw.chance(0.3)) std::reverse(target.begin(), target.end());
  if (draw.chance(0.3)) target.insert(target.begin(), 1);
  if (target.size() > 1 && draw.chance(0.5)) {
    target[0] *= target[1];
    target.erase(target.begin() + 1);
  }
  const size_t place = draw.below(target.size());
  if (place < data.rank() && target[place] == as_integers(data.shape())[place] &&
      draw.chance(0.3)) {
    target[place] = 0;
  } else if (draw.chance(0.4)) {
    target[place] = -1;
  }
  call.give("shape", target);
});

}  // namespace etalon::rules
