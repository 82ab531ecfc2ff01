// MatMul, MatMulInteger and QLinearMatMul.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct MatrixShapes {
  Shape A, B;
};

// The shapes of two matrices to multiply, in batches that broadcast; either may be a vector.
inline MatrixShapes draw_matrices(Draw& draw) {
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

// Adds the two as inputs.
inline void matmul(Drafting& call) {
  const MatrixShapes shapes = draw_matrices(call.draw());
  call.add(shapes.A);
  call.add(shapes.B);
}

}  // namespace etalon::rules
