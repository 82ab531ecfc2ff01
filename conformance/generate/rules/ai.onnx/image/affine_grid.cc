#include "conformance/generate/rule.h"

namespace etalon::rules {

// An image of one pixel has no corners to align.
const GenerationRule affine_grid_rule("AffineGrid", [](Drafting& call, Draw& draw) {
  const size_t axes = 2 + draw.below(2);
  const size_t N = 1 + draw.below(2);
  std::vector<int64_t> size = {static_cast<int64_t>(N), draw.between(1, 3)};
  for (size_t i = 0; i < axes; ++i) size.push_back(static_cast<int64_t>(draw.two_or_more()));
  call.offer_flag("align_corners");
  call.add({N, axes, axes + 1}, {-2, 2});
  call.add_integers({size.size()}, size);
});

}  // namespace etalon::rules
