#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule mul_integer_rule("com.microsoft.MulInteger", [](Drafting& call, Draw& draw) {
  const std::vector<Shape> shapes = shapes_together(draw, 2);
  call.add(shapes[0]);
  call.add_if(draw.chance(0.5), [&] { call.add(Shape{}); });
  call.add(shapes[1]);
  if (draw.chance(0.5)) call.add(Shape{});
});

}  // namespace etalon::rules
