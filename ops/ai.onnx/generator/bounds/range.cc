// Range of floats: a runtime may add delta again and again.
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"

namespace etalon {
namespace {

Values exact(const Call& call) {
  const Setting none(&Evaluation::rounding, nullptr);
  return evaluate_unmarked(call);
}

std::optional<Values> range(const Call& call) {
  const DType type = call.tensor("start").dtype();
  if (!is_float(type)) return std::nullopt;
  // The specification says how to round.
  if (type == DType::float16 || type == DType::bfloat16) return exact(call);
  const Shape shape = exact(call)[0].tensor().shape();
  const double start = call.tensor("start").item<double>();
  const double delta = call.tensor("delta").item<double>();
  return Values{by_position(type, shape, [&]<class R>(size_t i) -> R {
    const auto n = static_cast<double>(i);
    const double magnitude = std::fabs(start) + n * std::fabs(delta);
    return in_any_order<R>(R(start) + R(n) * R(delta), n, magnitude);
  })};
}

const Bounds op("Range", range);

}  // namespace
}  // namespace etalon
