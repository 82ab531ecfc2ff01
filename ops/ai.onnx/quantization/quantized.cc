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

void require_pair(std::string_view operand, const Tensor& scale, const Tensor& zero_point) {
  const bool both_single = scale.size() == 1 && zero_point.size() == 1;
  if (scale.shape() == zero_point.shape()) return;
  if (both_single && scale.rank() < 2 && zero_point.rank() < 2) return;
  throw InvalidInput("{}_zero_point has the shape {} where {}_scale has the shape {}", operand,
                     to_string(zero_point.shape()), operand, to_string(scale.shape()));
}

void require_pairs(const Call& call, std::initializer_list<const char*> operands) {
  for (const std::string operand : operands) {
    require_pair(operand, call.tensor(operand + "_scale"), call.tensor(operand + "_zero_point"));
  }
}

bool pairs_two_shapes(const Call& call, std::initializer_list<const char*> operands) {
  return std::any_of(operands.begin(), operands.end(), [&](const std::string operand) {
    const Tensor& scale = call.tensor(operand + "_scale");
    const Tensor& zero_point = call.tensor(operand + "_zero_point");
    return scale.size() == 1 && zero_point.size() == 1 && scale.shape() != zero_point.shape();
  });
}

Tensor by_row(const Tensor& values) {
  const size_t rank = values.rank();
  if (rank > 1 && values.dim(rank - 1) != 1) {
    throw InvalidInput("a scale or zero point of shape {} is not one for each row",
                       to_string(values.shape()));
  }
  return rank == 1 ? values.reshaped({values.size(), 1}) : values;
}

Tensor by_column(const Tensor& values) {
  const size_t rank = values.rank();
  if (rank > 1 && values.dim(rank - 2) != 1) {
    throw InvalidInput("a scale or zero point of shape {} is not one for each column",
                       to_string(values.shape()));
  }
  return values;
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
