#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule constant_of_shape_rule("ConstantOfShape", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape();
  if (draw.chance(0.8)) call.set("value", random_tensor(draw, call.dtype("T2"), {1}));
  call.add_integers({shape.size()}, as_integers(shape));
});

}  // namespace etalon::rules
