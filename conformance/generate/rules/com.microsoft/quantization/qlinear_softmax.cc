#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule qlinear_softmax_rule("com.microsoft.QLinearSoftmax", [](Drafting& call,
                                                                             Draw& draw) {
  const Shape shape = draw.shape(1);
  const size_t axis = draw.below(shape.size());
  call.set("opset", draw.chance(0.5) ? 13 : 11);
  if (draw.chance(0.7)) call.set("axis", call.written_axis(axis, shape.size()));
  call.add(shape);
  call.add({}, {0.00390625, 0.25});
  call.add_if(draw.chance(0.8), [&] { call.add(Shape{}); });
  call.add({}, {0.00390625, 0.0625});
  call.add(Shape{});
});

}  // namespace etalon::rules
