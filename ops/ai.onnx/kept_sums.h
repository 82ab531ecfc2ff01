// Sums of products to which more is added, in the type in which sums of products are kept.
#pragma once

#include <cmath>

#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

// Y with the errors of rounding the sums, after the addition and as results, to the type in which
// sums of products are kept (Rounding::of_products); where bounds are wanted.
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

// Y rounded so by the sampled evaluation in force (MonteCarlo).
inline Tensor kept_samples(const Tensor& Y) {
  MonteCarlo& runtime = *evaluation().sampled;
  if (runtime.sum_bits() == runtime.rounding().bits || Y.dtype() != DType::float32) return Y;
  Reals values = Y.with_side(nullptr).as<double>();
  for (double& value : values) value = runtime.rounded_sum(value);
  return Tensor::decided(Y.dtype(), values);
}

}  // namespace etalon
