#include "conformance/generate/rule.h"

namespace etalon::rules {

// Tokens, selections and inner dimension may be 0; a group may be selected by none or by many.
const GenerationRule grouped_matmul_rule("GroupedMatMul", [](Drafting& call, Draw& draw) {
  const size_t M = draw.samples(), N = draw.dimension(), G = 1 + draw.below(4);
  const size_t K = draw.chance(0.05) ? 0 : draw.dimension();
  const size_t S = draw.chance(0.05) ? 0 : 1 + draw.below(3);
  call.add({M, K});
  call.add({G, K, N});
  call.add_integers({M, S}, draw.several_between(M * S, 0, static_cast<int64_t>(G) - 1));
  if (draw.chance(0.5)) call.add({G, N});
});

}  // namespace etalon::rules
