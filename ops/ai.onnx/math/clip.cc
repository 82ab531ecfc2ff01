// Clip: output = min(max(input, min), max), elementwise.
//   1         min and max as attributes; what is left out does not bound
//   6         by default float32's lowest and highest value
//             (of integers, in models of thinker's dialect: the whole numbers within them)
//   11        as optional scalar inputs; what is left out does not bound
//   12, 13    12: integers; 13: bfloat16. Where min > max, every element becomes max
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Tensor clip(const Tensor& input, const Tensor* min, const Tensor* max) {
  return numeric(input.dtype(), [&]<class T>() {
    Array<T> x = input.as<T>();
    if (min) {
      const T bound = min->item<T>();
      for (T& value : x) value = maximum(value, bound);
    }
    if (max) {
      const T bound = max->item<T>();
      for (T& value : x) value = minimum(value, bound);
    }
    return Tensor::of(input.dtype(), x);
  });
}

// The integers from min to max; bounds that no element of 32 bits reaches are left out.
Tensor clip_integers(const Tensor& input, double min, double max) {
  const double least = is_unsigned_integer(input.dtype()) ? 0 : -0x1p31;
  std::optional<Tensor> low, high;
  if (min > least)
    low = scalar(DType::int64, static_cast<int64_t>(std::ceil(std::fmin(min, 0x1p32))));
  if (max < 0x1p32) {
    high = scalar(DType::int64, static_cast<int64_t>(std::floor(std::fmax(max, least))));
  }
  return clip(input, low ? &*low : nullptr, high ? &*high : nullptr);
}

Values clip_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double unbounded = std::numeric_limits<double>::infinity();
  if (is_integer(input.dtype())) {
    return {clip_integers(input, call.real("min", -unbounded), call.real("max", unbounded))};
  }
  const Tensor min = scalar(DType::float64, call.real("min", -unbounded));
  const Tensor max = scalar(DType::float64, call.real("max", unbounded));
  return {clip(input, &min, &max)};
}

Values clip_11(const Call& call) {
  return {clip(call.tensor("input"), call.maybe("min"), call.maybe("max"))};
}

const Operator op("Clip", {{clip_1, {1, 6}}, {clip_11, {11, 12, 13}}});

}  // namespace
}  // namespace etalon
