#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {

MatrixShapes draw_matrices(Draw& draw) {
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = draw.chance(0.05) ? 0 : draw.dimension();
  const Shape batch = draw.shape(0, 2, Empty::never);
  MatrixShapes shapes{draw.broadcastable_to(batch), draw.broadcastable_to(batch)};
  if (draw.chance(0.1)) {
    shapes.A = {k};
  } else {
    shapes.A.insert(shapes.A.end(), {m, k});
  }
  if (draw.chance(0.1)) {
    shapes.B = {k};
  } else {
    shapes.B.insert(shapes.B.end(), {k, n});
  }
  return shapes;
}

void matmul(Drafting& call) {
  const MatrixShapes shapes = draw_matrices(call.draw());
  call.add(shapes.A);
  call.add(shapes.B);
}

}  // namespace etalon::rules
