// Matrices, and products of them.
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

// The shapes of Gemm's A and B, transposed or not; C broadcasts to `product`. Sets transA, transB
// and alpha.
struct GemmShapes {
  Shape A, B, product;
};
inline GemmShapes draw_gemm(Drafting& call, double empty = 0) {
  Draw& draw = call.draw();
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = empty > 0 && draw.chance(empty) ? 0 : draw.dimension();
  const bool trans_a = draw.chance(0.5);
  const bool trans_b = draw.chance(0.5);
  if (trans_a) call.set("transA", 1);
  if (trans_b) call.set("transB", 1);
  call.offer_real("alpha", -2, 2);
  return {trans_a ? Shape{k, m} : Shape{m, k}, trans_b ? Shape{n, k} : Shape{k, n}, {m, n}};
}

// One input: square matrices.
inline void square_matrices(Drafting& call) {
  Shape shape = call.draw().shape(0, 2, Empty::never);
  const size_t n = 1 + call.draw().below(4);
  shape.insert(shape.end(), {n, n});
  call.add(shape);
}

// Adds the two as inputs.
inline void matmul(Drafting& call) {
  const MatrixShapes shapes = draw_matrices(call.draw());
  call.add(shapes.A);
  call.add(shapes.B);
}

}  // namespace etalon::rules
