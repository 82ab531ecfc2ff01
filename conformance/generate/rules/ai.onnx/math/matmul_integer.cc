#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {

// Each zero point is one number or is left out.
const GenerationRule matmul_integer_rule("MatMulInteger", [](Drafting& call, Draw& draw) {
  matmul(call);
  if (draw.chance(0.4)) return;
  call.add_if(draw.chance(0.8), [&] { call.add(Shape{}); });
  if (draw.chance(0.6)) call.add(Shape{});
});

}  // namespace etalon::rules
