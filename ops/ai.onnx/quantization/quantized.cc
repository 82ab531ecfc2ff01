#include "ops/ai.onnx/quantization/quantized.h"

#include <algorithm>
#include <cmath>

#include "engine/numerics/numerics.h"
#include "engine/values/narrow_float.h"

namespace etalon {
namespace {

template <class Format>
Tensor unsaturated(DType type, const Reals& values) {
  Tensor result = Tensor::zeros(type, values.shape());
  std::transform(values.begin(), values.end(), result.mutable_slots<uint8_t>().begin(),
                 [](double value) { return static_cast<uint8_t>(Format::encode(value, false)); });
  return result;
}

Tensor to_float(DType type, const Reals& values, bool saturate) {
  if (!saturate) {
    if (type == DType::float8e4m3fn) return unsaturated<Float8E4M3FN>(type, values);
    if (type == DType::float8e4m3fnuz) return unsaturated<Float8E4M3FNUZ>(type, values);
    if (type == DType::float8e5m2) return unsaturated<Float8E5M2>(type, values);
    if (type == DType::float8e5m2fnuz) return unsaturated<Float8E5M2FNUZ>(type, values);
  }
  return Tensor::of(type, values);
}

}  // namespace

Tensor quantized(DType type, const Reals& quotient, const Reals& zero_point, bool saturate) {
  if (is_float(type)) return to_float(type, quotient + zero_point, saturate);
  const Reals sum = xt::rint(quotient) + zero_point;
  const auto least = static_cast<double>(lowest(type));
  const auto greatest = static_cast<double>(highest(type));
  Ints y = empty_array<int64_t>(sum.shape());
  std::transform(sum.begin(), sum.end(), y.begin(), [&](double value) {
    if (std::isnan(value))
      throw Unspecified("NaN has no quantized value in tensor({})", name(type));
    return static_cast<int64_t>(std::clamp(value, least, greatest));
  });
  return Tensor::of(type, y);
}

Tensor by_row(const Tensor& values) {
  return values.rank() == 1 ? values.reshaped({values.size(), 1}) : values;
}

Reals centred(const Tensor& X, const Tensor& zero_point) {
  if (zero_point.size() == 1) return X.as<double>() - zero_point.item<double>();
  const Tensor each = broadcast_to(zero_point, X.shape());
  return X.as<double>() - each.as<double>();
}

}  // namespace etalon
