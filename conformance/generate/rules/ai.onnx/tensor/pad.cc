#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Reflection requires more elements than it pads; the other modes do not.
const GenerationRule pad_rule("Pad", [](Drafting& call, Draw& draw) {
  constexpr int first_with_wrap = 19;
  std::vector<std::string> modes = {"constant", "constant", "reflect", "edge"};
  if (call.version() >= first_with_wrap) modes.emplace_back("wrap");
  const std::string mode = draw.pick(modes);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  std::vector<int64_t> pads;
  for (size_t i = 0; i < 2 * data.rank(); ++i) {
    const auto length = static_cast<int64_t>(data.dim(i % data.rank()));
    pads.push_back(draw.chance(0.4) ? 0 : draw.between(0, std::min<int64_t>(length - 1, 2)));
  }
  call.set("mode", mode);
  call.give(call.has("paddings") ? "paddings" : "pads", pads);
  if (mode != "constant" || draw.chance(0.3)) return;
  call.offer_real("value", -4, 4);
  if (call.takes("constant_value")) call.add(Shape{});
});

}  // namespace etalon::rules
