#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {

// C has the product's shape, or broadcasts to it.
const GenerationRule gemm_rule("Gemm", [](Drafting& call, Draw& draw) {
  const auto [A, B, product] = draw_gemm(call, 0.05);
  call.offer_real("beta", -2, 2);
  call.add(A);
  call.add(B);
  constexpr int first_with_optional_c = 11;
  if (call.version() >= first_with_optional_c && draw.chance(0.25)) return;
  if (call.has("broadcast")) {
    const bool row = draw.chance(0.5);
    if (row) call.set("broadcast", 1);
    call.add(row ? Shape{product[1]} : product);
    return;
  }
  call.add(draw.broadcastable_to(product));
});

}  // namespace etalon::rules
