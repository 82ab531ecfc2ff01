#include "conformance/generate/rules/ai.onnx/tensor/casting.h"

namespace etalon::rules {

const GenerationRule cast_like_rule("CastLike", [](Drafting& call, Draw& draw) {
  call.narrow("T1", castable);
  call.narrow("T2", castable);
  offer_rounding(call);
  call.add_data(draw.shape(), held_by_both(call.dtype("T1"), call.dtype("T2")));
  call.add(Shape{1});
});

}  // namespace etalon::rules
