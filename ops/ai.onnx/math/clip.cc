// Clip: output = min(max(input, min), max), elementwise.
//   1         min and max as attributes; what is left out does not bound
//   6         by default float32's lowest and highest value
//             (of integers, where a dialect relaxes the types: the whole numbers within them)
//   11        as optional scalar inputs; what is left out does not bound
//   12, 13    12: integers; 13: bfloat16. Where min > max, every element becomes max
#include "engine/formula.h"
#include "ops/thinker/relaxed_types.h"

namespace etalon {
namespace {

Tensor clip(const Tensor& input, const Tensor& min, const Tensor& max) {
  return each<numbers>(input, min, max, [](const auto& x, const auto& low, const auto& high) {
    return minimum(maximum(x, low), high);
  });
}

Values clip_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double min = call.real("min", -infinity), max = call.real("max", infinity);
  if (is_integer(input.dtype())) {
    return {clip(input, thinker::least_whole(min, input.dtype()),
                 thinker::greatest_whole(max, input.dtype()))};
  }
  return {clip(input, scalar(DType::float64, min), scalar(DType::float64, max))};
}

// A bound, "a scalar (tensor of empty shape)". Models give it as a tensor of shape [1], too (open
// point one_element). One that is left out does not bound: ∓∞, of integers the type's least or
// greatest value.
Tensor bound(const Call& call, const char* name, double unbounded) {
  const DType type = call.tensor("input").dtype();
  const Tensor* given = call.maybe(name);
  if (!given && is_float(type)) return scalar(type, unbounded);
  if (!given) return scalar(type, unbounded < 0 ? lowest(type) : highest(type));
  if (given->rank() > 1) require_shape(name, *given, {});
  return single(*given);
}

Values clip_11(const Call& call) {
  return {clip(call.tensor("input"), bound(call, "min", -infinity), bound(call, "max", infinity))};
}

const Operator op("Clip", {{clip_1, {1, 6}}, {clip_11, {11, 12, 13}}});

}  // namespace
}  // namespace etalon
