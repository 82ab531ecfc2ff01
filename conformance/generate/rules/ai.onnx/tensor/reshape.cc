#include <algorithm>

#include "conformance/generate/common_rules.h"

namespace etalon::rules {

namespace {

// With allowzero, 0 is a length of 0: then the data is empty, and no length is left to be found.
void reshape_with_zero(Drafting& call) {
  Draw& draw = call.draw();
  call.set("allowzero", 1);
  Shape shape = draw.shape(1, 4, Empty::never);
  if (draw.chance(0.6)) shape[draw.below(shape.size())] = 0;
  call.add(shape);
  std::vector<int64_t> target = as_integers(shape);
  draw.shuffle(target);
  if (element_count(shape) == 0 && draw.chance(0.5)) target.push_back(draw.between(0, 3));
  call.give("shape", target);
}

}  // namespace

// The target keeps, joins or splits dimensions; one may be written as -1, an unchanged one as 0.
const GenerationRule reshape_rule("Reshape", [](Drafting& call, Draw& draw) {
  if (call.has("allowzero") && draw.chance(0.2)) return reshape_with_zero(call);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  std::vector<int64_t> target = as_integers(data.shape());
  if (draw.chance(0.5)) std::reverse(target.begin(), target.end());
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
