// Shrink: output = input + bias for input < -lambd, input - bias for input > lambd, 0 otherwise.
//   9         integers wrap; sums with a bias that is not an integer are truncated
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R shrunk(const R& x, double lambd, double bias) {
  return x < -lambd ? x + bias : x > lambd ? x - bias : R(0);
}

template <std::integral T>
T shrunk(const T& x, double lambd, double bias) {
  const T whole = static_cast<T>(static_cast<int64_t>(bias));
  if (std::is_lt(compared(x, -lambd))) return x + whole;
  return std::is_gt(compared(x, lambd)) ? x - whole : 0;
}

Values shrink(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double bias = call.real("bias"), lambd = call.real("lambd");
  if (is_float(input.dtype()) || (bias == std::trunc(bias) && std::fabs(bias) < 0x1p63)) {
    return {each<numbers>(input, [&](const auto& x) { return shrunk(x, lambd, bias); })};
  }
  return {by_sets<truncated_reals>(input, {}, [&]<class R>(const Array<R>& x) {
    return by_element(x, [&](const R& one) { return shrunk<R>(one, lambd, bias); });
  })};
}

const Operator op("Shrink", shrink, {9});

}  // namespace
}  // namespace etalon
