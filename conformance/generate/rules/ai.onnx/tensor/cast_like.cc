#include "conformance/generate/rules/ai.onnx/tensor/casting.h"

namespace etalon::rules {

const GenerationRule cast_like_rule("CastLike", [](Drafting& call, Draw& draw) {
  call.narrow("T1", castable);
  call.narrow("T2", castable);
  offer_rounding(call);
  const DType target = call.dtype("T2");
  const Range held = held_by_both(call.dtype("T1"), target);
  call.add_data(draw.shape(), held);
  call.add(Shape{1});
});

}  // namespace etalon::rules
