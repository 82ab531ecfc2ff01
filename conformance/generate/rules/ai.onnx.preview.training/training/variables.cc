#include "conformance/generate/rules/ai.onnx.preview.training/training/variables.h"

namespace etalon::rules {

void add_variables(Drafting& call, const std::vector<Range>& kinds) {
  Draw& draw = call.draw();
  call.add({}, {0.015625, 0.5});
  call.add({}, {0, 3});
  std::vector<Shape> variables(1 + draw.below(3));
  for (Shape& shape : variables) shape = draw.shape(0, 3);
  for (const Range& kind : kinds) {
    for (const Shape& shape : variables) call.add(shape, kind);
  }
  call.outputs = variables.size() * (kinds.size() - 1);
}

}  // namespace etalon::rules
