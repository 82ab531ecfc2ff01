// Sums of products to which more is added: in what such sums are kept in.
#pragma once

#include <cmath>

#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

// Y with its errors, where bounds are wanted and adding to the sums and giving them rounds to
// what sums of products are kept in (Rounding::of_products).
inline Tensor kept_sums(const Tensor& Y) {
  const Rounding own = *evaluation().rounding, sums = own.of_products();
  if (sums.bits == own.bits) return Y;
  const Reals values = Y.with_side(nullptr).as<double>();
  Reals errors = errors_of(Y);
  for (size_t i = 0; i < errors.size(); ++i) {
    const double magnitude = std::fabs(values.data()[i]) + errors.data()[i];
    if (std::isfinite(magnitude)) errors.data()[i] += 2 * sums.unit() * magnitude + sums.tiny;
  }
  return with_errors(Y, errors);
}

// The same of an evaluation (MonteCarlo): Y as it is kept.
inline Tensor kept_samples(const Tensor& Y) {
  MonteCarlo& runtime = *evaluation().sampled;
  if (runtime.sum_bits() == runtime.rounding().bits || Y.dtype() != DType::float32) return Y;
  Reals values = Y.with_side(nullptr).as<double>();
  for (double& value : values) value = runtime.rounded_sum(value);
  return Tensor::decided(Y.dtype(), values);
}

}  // namespace etalon
