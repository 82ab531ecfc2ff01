#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

// Three inputs for each tensor: itself, its scale and its zero point.
const GenerationRule qlinear_concat_rule("com.microsoft.QLinearConcat", [](Drafting& call,
                                                                           Draw& draw) {
  Shape shape = draw.shape(1);
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  add_quantization(call);
  const DType type = call.dtype("T8");
  const size_t count = 1 + draw.below(3);
  for (size_t i = 0; i < count; ++i) {
    shape[axis] = draw.below(4);
    call.add(Value(random_tensor(draw, type, shape, {-128, 255})));
    call.add(Value(random_tensor(draw, DType::float32, {}, scales)));
    call.add(Value(random_tensor(draw, type, {}, {-128, 255})));
  }
});

}  // namespace etalon::rules
