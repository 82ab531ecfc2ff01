// The generators.
#include "ops/ai.onnx/one_element.h"

namespace etalon {
namespace {

void scalars_and_steps_of_zero(const Call& call) {
  at_one_element(call, {"start", "limit", "delta"});
  if (!is_float(call.tensor("start").dtype())) return;
  const double start = call.tensor("start").item<double>();
  const double limit = call.tensor("limit").item<double>();
  const double delta = call.tensor("delta").item<double>();
  at_point("zero_divisor_none", delta == 0 && (limit - start) / delta < 0);
}

// limit − start, which gives the number of elements, may exceed the type.
void range(Opening& open) {
  const Call& call = open.call;
  const DType type = open.Y.dtype();
  if (type == DType::float16 || type == DType::bfloat16) return;
  const double span = call.tensor("limit").item<double>() - call.tensor("start").item<double>();
  if (is_float(type)) {
    open.Y = any_shape(open.Y, "overflow", !std::isfinite(round_to(type, span)));
  } else {
    const bool leaves = std::fabs(span) >= std::ldexp(1.0, bit_width(type) - 1);
    open.Y = any_shape(open.Y, "integer_overflow", leaves);
  }
}

const Open op("Range", scalars_and_steps_of_zero, range);

}  // namespace
}  // namespace etalon
