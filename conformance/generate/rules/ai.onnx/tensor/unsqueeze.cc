#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule unsqueeze_rule("Unsqueeze", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(0, 3));
  const size_t added = 1 + draw.below(2);
  const size_t rank = data.rank() + added;
  std::vector<size_t> axes = draw.permutation(rank);
  axes.resize(added);
  std::sort(axes.begin(), axes.end());
  call.give("axes", call.written_axes(axes, rank));
});

}  // namespace etalon::rules
