#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

// Reflection requires more elements than it pads; the other modes do not. A negative number takes
// elements away, but not all of them.
std::vector<int64_t> draw_pads(Draw& draw, const Tensor& data, const std::vector<size_t>& axes) {
  const bool cropped = draw.chance(0.25);
  std::vector<int64_t> pads(2 * axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    auto length = static_cast<int64_t>(data.dim(axes[i]));
    for (const size_t at : {i, i + axes.size()}) {
      const int64_t most = std::min<int64_t>(static_cast<int64_t>(data.dim(axes[i])) - 1, 2);
      pads[at] = draw.chance(0.3) ? 0 : draw.between(0, most);
      if (cropped && draw.chance(0.5)) pads[at] = -draw.between(0, length - 1);
      length += std::min<int64_t>(pads[at], 0);
    }
  }
  return pads;
}

}  // namespace

const GenerationRule pad_rule("Pad", [](Drafting& call, Draw& draw) {
  constexpr int first_with_wrap = 19;
  std::vector<std::string> modes = {"constant", "constant", "reflect", "edge"};
  if (call.version() >= first_with_wrap) modes.emplace_back("wrap");
  const std::string mode = draw.pick(modes);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const bool some = call.takes("axes") && draw.chance(0.4);
  std::vector<size_t> axes = draw.permutation(data.rank());
  if (some) {
    axes.resize(1 + draw.below(data.rank()));
  } else {
    std::sort(axes.begin(), axes.end());
  }
  call.set("mode", mode);
  call.give(call.has("paddings") ? "paddings" : "pads", draw_pads(draw, data, axes));
  const bool valued = draw.chance(mode == "constant" ? 0.7 : 0.2);
  if (valued) call.offer_real("value", -4, 4);
  if (!call.takes("constant_value")) return;
  if (valued) {
    call.add(Shape{});
  } else if (some) {
    call.leave_out();
  }
  if (some) call.add_integers({axes.size()}, call.written_axes(axes, data.rank()));
});

}  // namespace etalon::rules
