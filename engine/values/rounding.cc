#include "engine/values/rounding.h"

#include <cmath>
#include <limits>
#include <utility>

#include "engine/values/errors.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/tensor.h"

namespace etalon {
double Rounding::unit() const { return std::ldexp(1.0, -bits); }

double Rounding::of_sum(double addends) const {
  constexpr double lambda = 6;  // fails with a probability of 2·exp(−18) for each sum
  return unit() * (worst ? addends : std::min(addends, lambda * std::sqrt(addends)));
}

bool has_rounding(DType type) {
  return type == DType::float64 || type == DType::float32 || type == DType::float16 ||
         type == DType::bfloat16;
}

// float16 is assumed to keep its subnormal numbers.
Rounding rounding_of(DType type) {
  constexpr double least_single = std::numeric_limits<float>::min();
  switch (type) {
    case DType::float64:
      return {53, std::numeric_limits<double>::min(), std::numeric_limits<double>::max()};
    case DType::float32:
      return {24, least_single, std::numeric_limits<float>::max()};
    case DType::float16:
      return {11, 0x1p-24, 65504};
    case DType::bfloat16:
      return {8, least_single, 0x1.fep127};
    default:
      throw InternalError("there are no bounds for {}", name(type));
  }
}

}  // namespace etalon
