#include "ops/ai.onnx/quantization/quantized.h"
#include "engine/operators/choice.h"

#include <algorithm>
#include <cmath>

#include "engine/numerics/cast.h"
#include "engine/numerics/elementwise.h"
#include "engine/numerics/rounded.h"

namespace etalon {
namespace {

bool is_float8(DType type) {
  return type == DType::float8e4m3fn || type == DType::float8e4m3fnuz ||
         type == DType::float8e5m2 || type == DType::float8e5m2fnuz;
}

}  // namespace

Tensor quantized(DType type, const Reals& quotient, const Reals& zero_point, bool saturate) {
  if (is_float(type)) {
    const Reals sum = quotient + zero_point;
    if (saturate || !is_float8(type)) return Tensor::decided(type, sum);
    return cast(Tensor::decided(DType::float64, sum), type, {.saturate = false});
  }
  const Reals sum =
      elementwise(quotient, zero_point, [](double q, double z) { return std::rint(q) + z; });
  const auto least = static_cast<double>(lowest(type));
  const auto greatest = static_cast<double>(highest(type));
  Ints y = empty_array<int64_t>(sum.shape());
  std::transform(sum.begin(), sum.end(), y.begin(), [&](double value) {
    if (std::isnan(value) && choices_wanted()) return int64_t{0};
    if (std::isnan(value)) refuse_nan(type);
    return static_cast<int64_t>(std::clamp(value, least, greatest));
  });
  return anything(Tensor::of(type, y), "nan", [&] { return Bools(xt::isnan(sum)); });
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

void refuse_nan(DType type) {
  throw Unspecified("NaN has no quantized value in tensor({})", name(type));
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

}  // namespace etalon
