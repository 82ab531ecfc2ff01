// What QLinearAdd and its kind share: tensors of 8-bit integers, each with a scale and a zero
// point.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {

// X_scale and X_zero_point of an operand X; the zero point is 0 where it is left out.
struct Quantization {
  Quantization(const Call& call, std::string_view X);
  double scale;
  double zero_point;
};

// X − X_zero_point.
Tensor centred(const Call& call, std::string_view X);

// saturate(whole + C_zero_point), of A's type: `whole` are whole numbers. NaN is undefined.
Tensor saturated(const Call& call, const Tensor& whole);

}  // namespace etalon
