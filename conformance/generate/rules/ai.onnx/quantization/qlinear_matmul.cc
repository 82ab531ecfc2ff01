#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {

const GenerationRule qlinear_matmul_rule("QLinearMatMul", [](Drafting& call, Draw& draw) {
  const MatrixShapes shapes = draw_matrices(draw);
  for (const Shape& shape : {shapes.A, shapes.B}) {
    call.add(shape);
    call.add({}, scales);
    call.add(Shape{});
  }
  call.add({}, scales);
  call.add(Shape{});
});

}  // namespace etalon::rules
