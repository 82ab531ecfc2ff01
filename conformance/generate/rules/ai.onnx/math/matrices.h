// MatMul, MatMulInteger and QLinearMatMul.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct MatrixShapes {
  Shape A, B;
};

// The shapes of two matrices to multiply, in batches that broadcast; either may be a vector.
MatrixShapes draw_matrices(Draw& draw);

// Adds the two as inputs.
void matmul(Drafting& call);

}  // namespace etalon::rules
