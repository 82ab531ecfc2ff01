// Floats quantized when they are there, and products of integers whose results are floats.
#pragma once

#include "engine/formula.h"
#include "engine/operators/delegate.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {

// X as DynamicQuantizeLinear quantizes it to uint8; zeros, of which that has no scale, as 0.
struct Dynamic {
  Dynamic(const Call& call, const Tensor& X)
      : quantized(Tensor::zeros(DType::uint8, X.shape())),
        zero_point(Tensor::zeros(DType::uint8, {})) {
    const Reals x = X.as<double>();
    if (std::all_of(x.begin(), x.end(), [](double value) { return value == 0; })) return;
    const Values y = step_of(call, "DynamicQuantizeLinear", 11, {{"x", X}});
    quantized = y[0].tensor(), zero_point = y[2].tensor();
    scale = y[1].tensor().item<double>();
  }

  Tensor quantized;
  double scale = 1;
  Tensor zero_point;
};

// X − zero_point, of integers; X where it is left out.
inline Tensor centred(const Tensor& X, const Tensor* zero_point) {
  return difference(X, zero_point ? *zero_point : Tensor::zeros(X.dtype(), {}));
}

inline size_t columns_of(const Tensor& X) { return X.rank() == 0 ? 1 : X.dim(X.rank() - 1); }

// Input `name`, a scale or zero point of a matrix with so many columns: one value as a scalar,
// which broadcasts to all; else “its number of elements should be equal to the number of columns”.
// A tensor of a greater rank, which the text does not have, stays as it is.
inline Tensor by_column(const Call& call, std::string_view name, size_t columns) {
  const Tensor& values = call.tensor(name);
  if (values.size() == 1) return single(values);
  if (values.rank() == 1) require_shape(name, values, {columns});
  return values;
}

// The 255th part of the range of X, widened to hold 0: a step of the 8-bit numbers.
inline double step_of_range(const Tensor& X) {
  double least = 0, greatest = 0;
  const Reals all = X.as<double>();
  for (const double x : all) least = std::min(least, x), greatest = std::max(greatest, x);
  return (greatest - least) / 255;
}

// Input `bias`, one number for each column of B; 0 where it is left out.
inline Tensor bias_of(const Call& call) {
  const Tensor* bias = call.maybe("bias");
  if (!bias) return scalar(DType::float32, 0.0);
  const Tensor& B = call.tensor("B");
  require_rank_from("B", B, 1);
  require_shape("bias", *bias, {B.dim(B.rank() - 1)});
  return *bias;
}

}  // namespace etalon
