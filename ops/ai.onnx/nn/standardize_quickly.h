// Lines standardized in double, with a bound of the errors: cheap, and enough to decide nearly
// every digit.
#pragma once

#include "engine/numerics/quick_lines.h"
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {

// What standardized elements x of a line become: factor · x + offset.
struct Scaling {
  double factor, offset;
};

// Puts (x − mean) / √(variance + epsilon), scaled, in the place of each element x of a line of
// `count` floats of at most 32 bits: doubles that decide their rounding to `type`. Returns false,
// and leaves no result, where these do not decide them all.
bool standardize_quickly(DType type, double* line, size_t count, double epsilon,
                         const Scaling& scaling);

}  // namespace etalon
