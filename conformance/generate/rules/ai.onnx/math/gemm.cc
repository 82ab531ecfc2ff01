#include "conformance/generate/rule.h"

namespace etalon::rules {

// C has the product's shape, or broadcasts to it.
const GenerationRule gemm_rule("Gemm", [](Drafting& call, Draw& draw) {
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = draw.chance(0.05) ? 0 : draw.dimension();
  const bool trans_a = draw.chance(0.5);
  const bool trans_b = draw.chance(0.5);
  if (trans_a) call.set("transA", 1);
  if (trans_b) call.set("transB", 1);
  call.offer_real("alpha", -2, 2);
  call.offer_real("beta", -2, 2);
  call.add(trans_a ? Shape{k, m} : Shape{m, k});
  call.add(trans_b ? Shape{n, k} : Shape{k, n});
  constexpr int first_with_optional_c = 11;
  if (call.version() >= first_with_optional_c && draw.chance(0.25)) return;
  if (call.has("broadcast")) {
    const bool row = draw.chance(0.5);
    if (row) call.set("broadcast", 1);
    call.add(row ? Shape{n} : Shape{m, n});
    return;
  }
  call.add(draw.broadcastable_to({m, n}));
});

}  // namespace etalon::rules
