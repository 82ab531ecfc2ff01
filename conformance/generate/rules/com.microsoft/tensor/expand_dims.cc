#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule expand_dims_rule("com.microsoft.ExpandDims", [](Drafting& call, Draw& draw) {
  const Tensor X = call.add(draw.shape());
  const auto rank = static_cast<int64_t>(X.rank());
  call.add_integers(draw.chance(0.7) ? Shape{} : Shape{1}, {draw.between(-rank - 1, rank)});
});

}  // namespace etalon::rules
