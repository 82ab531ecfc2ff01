// MatMul, MatMulInteger and QLinearMatMul.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct MatrixShapes {
  Shape A, B;
};

// Of two matrices that multiply, stacked in batches that broadcast; either may be a vector.
MatrixShapes draw_matrices(Draw& draw);

// The two as inputs.
void matmul(Drafting& call);

}  // namespace etalon::rules
