#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule center_crop_pad_rule("CenterCropPad", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const std::vector<size_t> some = draw.subset(data.rank());
  const std::vector<size_t> axes = some.empty() ? draw.permutation(data.rank()) : some;
  const std::vector<int64_t> target = draw.several_between(axes.size(), 1, 6);
  if (!some.empty()) call.set("axes", call.written_axes(axes, data.rank()));
  call.add_integers({target.size()}, target);
});

}  // namespace etalon::rules
