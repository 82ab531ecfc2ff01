// What QLinearAdd and its kind share: tensors of 8-bit integers, each with a scale and a zero
// point.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {

// Inputs X_scale and X_zero_point of a tensor X; the zero point is 0 where it is left out.
struct Quantization {
  Quantization(const Call& call, const std::string& X)
      : Quantization(call.tensor(X + "_scale"), call.maybe(X + "_zero_point")) {}
  Quantization(const Tensor& of_scale, const Tensor* of_zero_point)
      : scale(of_scale.item<double>()),
        zero_point(of_zero_point ? of_zero_point->item<double>() : 0) {}

  // X − zero_point.
  Tensor centred(const Tensor& X) const {
    const Tensor zero = scalar(DType::int32, int64_t(zero_point));
    return Tensor::decided(DType::float64, etalon::centred(X, zero));
  }

  double scale;
  double zero_point;
};

// Throws InvalidInput for scales of more than one value where there is no `axis`: “If it's not
// specified, it means per-tensor quantization”.
inline void require_axis(const Call& call, std::string_view scale) {
  const Tensor& values = call.tensor(scale);
  if (values.size() != 1 && !call.has("axis")) {
    throw InvalidInput("{} has shape {}, and there is no axis", scale, to_string(values.shape()));
  }
}

// saturate(round(quotient) + zero_point), ties to even, from quotients of float64, which decide
// whether one of 8-bit numbers and float32 scales is a tie. They are a hidden output, for open/.
// NaN is undefined.
inline Values requantized(DType type, const Tensor& quotient, const Reals& zero_point) {
  return {quantized(type, quotient.as<double>(), zero_point), quotient};
}
inline Values requantized(DType type, const Tensor& quotient, const Quantization& of_Y) {
  return requantized(type, quotient, scalar_array(of_Y.zero_point));
}

}  // namespace etalon
