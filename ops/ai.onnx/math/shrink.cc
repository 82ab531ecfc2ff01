// Shrink: output = input + bias for input < -lambd, input - bias for input > lambd, 0 otherwise.
//   9         integers wrap
#include "engine/formula.h"
#include "engine/numerics/comparisons.h"

namespace etalon {
namespace {

template <class R>
R shrunk(const R& x, double lambd, double bias, DType) {
  return x < -lambd ? x + bias : x > lambd ? x - bias : R(0);
}

template <std::integral T>
T shrunk(const T& x, double lambd, double bias, DType type) {
  const bool below = std::is_lt(compared(x, -lambd)), above = std::is_gt(compared(x, lambd));
  if (!below && !above) return 0;
  if (bias != std::trunc(bias) || !(std::fabs(bias) < 0x1p63)) {
    return undefined(x, "the specification does not say how a tensor({}) holds a sum with bias {}",
                     name(type), bias);
  }
  const T whole = static_cast<T>(static_cast<int64_t>(bias));
  return below ? x + whole : x - whole;
}

Values shrink(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double bias = call.real("bias"), lambd = call.real("lambd");
  return {
      each<numbers>(input, [&](const auto& x) { return shrunk(x, lambd, bias, input.dtype()); })};
}

const Operator op("Shrink", shrink, {9});

}  // namespace
}  // namespace etalon
