#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule squeeze_rule("Squeeze", [](Drafting& call, Draw& draw) {
  Shape shape = draw.shape(1);
  const std::vector<size_t> axes = draw.subset(shape.size());
  for (const size_t axis : axes) shape[axis] = 1;
  call.add(shape);
  if (!axes.empty()) call.give("axes", call.written_axes(axes, shape.size()));
});

}  // namespace etalon::rules
