#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

// Before each axis, then after it: no more than reflection has, or some entries fewer.
std::vector<int64_t> draw_pads(Draw& draw, const Tensor& data) {
  std::vector<int64_t> pads(2 * data.rank());
  for (size_t i = 0; i < data.rank(); ++i) {
    const auto size = static_cast<int64_t>(data.dim(i));
    const bool cropped = size > 2 && draw.chance(0.2);
    pads[i] = cropped ? -1 : draw.between(0, std::min<int64_t>(size - 1, 2));
    pads[i + data.rank()] = draw.between(0, std::min<int64_t>(size - 1 - (cropped ? 1 : 0), 2));
  }
  return pads;
}

}  // namespace

const GenerationRule microsoft_pad_rule("com.microsoft.Pad", [](Drafting& call, Draw& draw) {
  const std::string mode = draw.pick<std::string>({"constant", "reflect", "edge"});
  if (mode != "constant" || draw.chance(0.3)) call.set("mode", mode);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const std::vector<int64_t> pads = draw_pads(draw, data);
  call.add_integers(draw.chance(0.3) ? Shape{1, pads.size()} : Shape{pads.size()}, pads);
  if (draw.chance(0.5)) call.add(draw.chance(0.5) ? Shape{} : Shape{1});
});

}  // namespace etalon::rules
