#include "conformance/generate/float_limits.h"

#include <cmath>
#include <limits>

namespace etalon {

double FloatLimits::least_normal() const { return std::ldexp(1, least_exponent); }

double FloatLimits::least_subnormal() const { return std::ldexp(1, least_exponent - digits + 1); }

FloatLimits float_limits(DType type) {
  switch (type) {
    case DType::float64:
      return {53, -1022, std::numeric_limits<double>::max()};
    case DType::float32:
      return {24, -126, std::numeric_limits<float>::max()};
    case DType::float16:
      return {11, -14, 65504};
    case DType::bfloat16:
      return {8, -126, 0x1.FEp127};
    case DType::float8e4m3fn:
      return {4, -6, 448};
    case DType::float8e4m3fnuz:
      return {4, -7, 240};
    case DType::float8e5m2:
      return {3, -14, 57344};
    case DType::float8e5m2fnuz:
      return {3, -15, 57344};
    case DType::float8e8m0:
      return {1, -127, 0x1p127};
    case DType::float6e2m3:
      return {4, 0, 7.5};
    case DType::float6e3m2:
      return {3, -2, 28};
    case DType::float4e2m1:
      return {2, 0, 6};
    default:
      throw InternalError("tensor({}) is no float type", name(type));
  }
}

}  // namespace etalon
