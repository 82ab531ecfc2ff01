#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule split_rule("Split", [](Drafting& call, Draw& draw) {
  Shape shape = draw.shape(1, 4, Empty::never);
  const size_t axis = draw.below(shape.size());
  const size_t parts = 1 + draw.below(3);
  std::vector<int64_t> sizes;
  const bool equal = draw.chance(0.4);
  const size_t size = draw.dimension();
  for (size_t i = 0; i < parts; ++i) {
    const size_t other = draw.chance(0.1) ? 0 : draw.dimension();
    sizes.push_back(static_cast<int64_t>(equal ? size : other));
  }
  // The last of equal parts may be smaller, as far as as many parts are still needed.
  if (equal && call.has("num_outputs") && size > 0 && draw.chance(0.5)) {
    const size_t least = size > parts ? size - parts + 1 : 1;
    sizes.back() = draw.between(static_cast<int64_t>(least), static_cast<int64_t>(size));
  }
  shape[axis] = 0;
  for (const int64_t each : sizes) shape[axis] += static_cast<size_t>(each);
  call.add(shape);
  if (axis != 0 || draw.chance(0.7)) call.set("axis", call.written_axis(axis, shape.size()));
  call.outputs = parts;
  if (equal && call.has("num_outputs")) {
    call.set("num_outputs", static_cast<int64_t>(parts));
  } else if (call.version() == 1 && draw.chance(0.5)) {
    call.add_integers({sizes.size()}, sizes);  // which may be an input, too
  } else if (!equal || draw.chance(0.5) || call.version() == 1) {
    call.give("split", sizes);
  }
});

}  // namespace etalon::rules
