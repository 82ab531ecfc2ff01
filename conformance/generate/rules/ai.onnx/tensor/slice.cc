#include "conformance/generate/rule.h"

namespace etalon::rules {

// Starts and ends from before the first to past the last element; steps of either sign.
const GenerationRule slice_rule("Slice", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1));
  std::vector<size_t> axes = draw.subset(data.rank());
  if (axes.empty()) axes = {draw.below(data.rank())};
  std::vector<int64_t> starts, ends, steps;
  for (const size_t axis : axes) {
    const auto length = static_cast<int64_t>(data.dim(axis));
    const bool backwards = call.takes("steps") && draw.chance(0.25);
    const int64_t a = draw.between(-length, length);
    const int64_t b = draw.between(-length - 1, length + 2);
    starts.push_back(a);
    ends.push_back(b);
    steps.push_back((backwards ? -1 : 1) * draw.between(1, 2));
  }
  call.give("starts", starts);
  call.give("ends", ends);
  call.give("axes", call.written_axes(axes, data.rank()));
  if (call.takes("steps") && draw.chance(0.7)) call.give("steps", steps);
});

}  // namespace etalon::rules
