#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule qlinear_where_rule("com.microsoft.QLinearWhere", [](Drafting& call,
                                                                         Draw& draw) {
  const std::vector<Shape> shapes = shapes_together(draw, 3);
  call.add(shapes[0]);
  for (const size_t i : {1, 2}) {
    call.add(shapes[i]);
    add_quantization(call);
  }
  add_quantization(call);
});

}  // namespace etalon::rules
