// What QLinearAdd and its kind share: tensors of 8-bit integers, each with a scale and a zero
// point.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {

// Whether a scale or zero point counts as a scalar: where it is one, and where its shape is [1].
inline bool is_one_value(const Tensor& X) { return X.size() == 1 && X.rank() <= 1; }
inline double one_value(std::string_view name, const Tensor& X) {
  if (is_one_value(X)) return X.item<double>();
  throw InvalidInput("{} has the shape {}, which is not a scalar's", name, to_string(X.shape()));
}

// Inputs X_scale and X_zero_point of a tensor X; the zero point is 0 where it is left out.
struct Quantization {
  Quantization(const Call& call, const std::string& X)
      : Quantization(call, X + "_scale", X + "_zero_point") {}
  Quantization(const Call& call, const std::string& of_scale, const std::string& of_zero_point)
      : Quantization(of_scale, call.tensor(of_scale), of_zero_point, call.maybe(of_zero_point)) {}
  Quantization(std::string_view scale_name, const Tensor& of_scale, std::string_view zero_name,
               const Tensor* of_zero_point)
      : scale(one_value(scale_name, of_scale)),
        zero_point(of_zero_point ? one_value(zero_name, *of_zero_point) : 0) {}

  // X − zero_point.
  Tensor centred(const Tensor& X) const {
    const Tensor zero = scalar(DType::int32, int64_t(zero_point));
    return Tensor::decided(DType::float64, etalon::centred(X, zero));
  }

  double scale;
  double zero_point;
};

// “If it's not specified, it means per-tensor quantization and input 'x_scale' and 'x_zero_point'
// must be scalars.If it's specified, it means per 'axis' quantization and [they] must be 1-D
// tensors.” Throws InvalidInput for another shape.
inline void require_by_axis(const Call& call, std::string_view scale, std::string_view zero_point) {
  for (const std::string_view name : {scale, zero_point}) {
    const Tensor* values = call.maybe(name);
    if (!values) continue;
    if (call.has("axis")) {
      require_rank(name, *values, 1);
    } else if (!is_one_value(*values)) {
      throw InvalidInput("{} has shape {}, and there is no axis", name, to_string(values->shape()));
    }
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
