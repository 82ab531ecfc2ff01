// The finite numbers of each float type.
#pragma once

#include "engine/values/dtype.h"

namespace etalon {

struct FloatLimits {
  int digits;          // of the significand, the leading one included
  int least_exponent;  // the least normal number is 2^least_exponent
  double greatest;     // the greatest finite number

  double least_normal() const;
  double least_subnormal() const;  // the least positive number, where the type has subnormals
};

// Throws InternalError for a type that is none of floats.
FloatLimits float_limits(DType type);

}  // namespace etalon
