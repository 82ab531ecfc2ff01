// Clip: output = min(max(input, min), max), elementwise.
//   1         min and max as attributes; what is left out does not bound
//   6         by default float32's lowest and highest value
//             (of integers, where a dialect relaxes the types: the whole numbers within them)
//   11        as optional scalar inputs; what is left out does not bound
//   12, 13    12: integers; 13: bfloat16. Where min > max, every element becomes max
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor clip(const Tensor& input, const Tensor& min, const Tensor& max) {
  return each<numbers>(input, min, max, [](const auto& x, const auto& low, const auto& high) {
    return minimum(maximum(x, low), high);
  });
}

// A bound of integers that a float gives; one beyond 62 bits stops there.
Tensor whole(double bound, DType type) {
  const double least = is_unsigned_integer(type) ? 0 : -0x1p62;
  return scalar(DType::int64, static_cast<int64_t>(std::fmax(std::fmin(bound, 0x1p62), least)));
}

Values clip_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  const DType type = input.dtype();
  const double min = call.real("min", -infinity), max = call.real("max", infinity);
  if (is_integer(type))
    return {clip(input, whole(std::ceil(min), type), whole(std::floor(max), type))};
  return {clip(input, scalar(DType::float64, min), scalar(DType::float64, max))};
}

// A bound, "a scalar (tensor of empty shape)". Models give it as a tensor of shape [1], too (open
// point one_element).
Tensor scalar_bound(const char* name, const Tensor& bound) {
  if (bound.rank() > 1) require_shape(name, bound, {});
  return single(bound);
}

// What does not bound: -∞ or ∞, an integer type's least or greatest value.
Tensor unbounded(DType type, bool below) {
  if (is_float(type)) return scalar(type, below ? -infinity : infinity);
  return scalar(type, below ? lowest(type) : highest(type));
}

Values clip_11(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor* min = call.maybe("min");
  const Tensor* max = call.maybe("max");
  return {clip(input, min ? scalar_bound("min", *min) : unbounded(input.dtype(), true),
               max ? scalar_bound("max", *max) : unbounded(input.dtype(), false))};
}

const Operator op("Clip", {{clip_1, {1, 6}}, {clip_11, {11, 12, 13}}});

}  // namespace
}  // namespace etalon
