#include "ops/ai.onnx/quantization/quantized.h"

#include <algorithm>
#include <cmath>

#include "engine/formula.h"
#include "engine/numerics/elementwise.h"

namespace etalon {

Saturation::Saturation(DType type)
    : type_(type),
      least_(static_cast<double>(lowest(type))),
      greatest_(static_cast<double>(highest(type))) {}

int64_t Saturation::operator()(double value) const {
  if (!std::isnan(value)) return static_cast<int64_t>(std::clamp(value, least_, greatest_));
  return undefined(int64_t{0}, "NaN has no quantized value in tensor({})", name(type_));
}

Tensor quantized(DType type, const Reals& quotient, const Reals& zero_point) {
  const Reals sum =
      elementwise(quotient, zero_point, [](double q, double z) { return std::rint(q) + z; });
  Ints y = empty_array<int64_t>(sum.shape());
  std::transform(sum.begin(), sum.end(), y.begin(), Saturation(type));
  return Tensor::of(type, y);
}

double rounded_quotient(double value, double a, double b, double divisor) {
  // A whole number is decided by its own rounding, whatever the type.
  return correctly_rounded(
      DType::float32,
      [](const auto& v, const auto& x, const auto& y, const auto& z) {
        return real::rint(v * x * y / z);
      },
      value, a, b, divisor);
}

Tensor by_row(const Tensor& values) {
  return values.rank() == 1 ? values.reshaped({values.size(), 1}) : values;
}

Reals centred(const Tensor& X, const Tensor& zero_point) {
  const Tensor each = zero_point.size() == 1 ? zero_point.reshaped({}) : zero_point;
  if (broadcast_shapes(each.shape(), X.shape()) != X.shape()) {
    throw InvalidInput("{} does not broadcast to {}", to_string(each.shape()),
                       to_string(X.shape()));
  }
  return elementwise(X.as<double>(), each.as<double>(), std::minus());
}

Tensor difference(const Tensor& X, const Tensor& zero_point) {
  const Reals values = centred(X, zero_point);
  if (is_float(X.dtype())) return Tensor::decided(DType::float64, values);
  return Tensor::of(DType::int32, Ints(xt::cast<int64_t>(values)));
}

}  // namespace etalon
