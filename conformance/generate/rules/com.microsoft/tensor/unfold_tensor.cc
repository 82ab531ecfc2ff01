#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule unfold_tensor_rule("com.microsoft.UnfoldTensor", [](Drafting& call,
                                                                         Draw& draw) {
  const Shape shape = draw.shape(1, 3, Empty::never);
  const size_t dim = draw.below(shape.size());
  const auto rank = static_cast<int64_t>(shape.size());
  if (dim + 1 < shape.size() || draw.chance(0.3)) {
    call.set("dim", static_cast<int64_t>(dim) - (draw.chance(0.3) ? rank : 0));
  }
  call.set("size", 1 + static_cast<int64_t>(draw.below(shape[dim])));
  if (draw.chance(0.5)) call.set("step", draw.between(1, 3));
  call.add(shape);
});

}  // namespace etalon::rules
