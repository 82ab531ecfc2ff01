// FusedMatMul and its duplicate.
#pragma once

#include <algorithm>

#include "conformance/generate/rules/ai.onnx/math/matrices.h"

namespace etalon::rules {

// Adds an operand of which the product uses this shape.
inline void add_operand(Drafting& call, Shape shape, const char* trans, const char* trans_batch) {
  const size_t rank = shape.size();
  if (rank >= 2 && call.draw().chance(0.4)) {
    call.set(trans, 1);
    std::swap(shape[rank - 2], shape[rank - 1]);
  }
  if (rank >= 3 && call.has(trans_batch) && call.draw().chance(0.4)) {
    call.set(trans_batch, 1);
    std::rotate(shape.begin(), shape.end() - 2, shape.end() - 1);
  }
  call.add(shape);
}

inline void add_operands(Drafting& call, Draw& draw) {
  const MatrixShapes shapes = draw_matrices(draw);
  call.offer_real("alpha", -2, 2);
  add_operand(call, shapes.A, "transA", "transBatchA");
  add_operand(call, shapes.B, "transB", "transBatchB");
}

}  // namespace etalon::rules
