// Sums of products to which more is added: in what such sums are kept in.
#pragma once

#include <cmath>

#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

// Y with its errors, within a RoundingScope, where adding to the sums and giving them rounds to
// what sums of products are kept in (Rounding::of_products).
inline Tensor kept_sums(const Tensor& Y) {
  const Rounding own = *current_rounding(), sums = own.of_products();
  if (sums.bits == own.bits) return Y;
  const Reals values = Y.with_side(nullptr).as<double>();
  Reals errors = errors_of(Y);
  for (size_t i = 0; i < errors.size(); ++i) {
    const double magnitude = std::fabs(values.data()[i]) + errors.data()[i];
    if (std::isfinite(magnitude)) errors.data()[i] += 2 * sums.unit() * magnitude + sums.tiny;
  }
  return with_errors(Y, errors);
}

}  // namespace etalon
