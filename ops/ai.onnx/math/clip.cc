// Clip: output = min(max(input, min), max), elementwise.
//   1         min and max as attributes; what is left out does not bound
//   6         by default float32's lowest and highest value
//   11        as optional scalar inputs; what is left out does not bound
//   12, 13    12: integers; 13: bfloat16. Where min > max, every element becomes max
#include "engine/numerics.h"

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

Values clip_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double unbounded = std::numeric_limits<double>::infinity();
  const Tensor min = scalar(DType::float64, call.real("min", -unbounded));
  const Tensor max = scalar(DType::float64, call.real("max", unbounded));
  return {clip(input, &min, &max)};
}

Values clip_11(const Call& call) {
  return {clip(call.tensor("input"), call.maybe("min"), call.maybe("max"))};
}

const Operator op("Clip", {{1, clip_1}, {6, clip_1}, {11, clip_11}, {12, clip_11}, {13, clip_11}});

}  // namespace
}  // namespace etalon
