// Shrink: output = input + bias for input < -lambd, input - bias for input > lambd, 0 otherwise.
//   9
#include "engine/numerics/comparisons.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <class R>
R shrunk(R x, R lambd, R bias) {
  return x < -lambd ? x + bias : x > lambd ? x - bias : R(0);
}

template <class T>
T shrunk_integer(T x, double lambd, T bias) {
  return compared(x, -lambd) < 0 ? x + bias : compared(x, lambd) > 0 ? x - bias : T{0};
}

Values shrink(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double bias = call.real("bias");
  const double lambd = call.real("lambd");
  if (is_float(input.dtype())) {
    return {each(input, [&]<class R>(R x) { return shrunk<R>(x, lambd, bias); })};
  }
  if (bias != std::trunc(bias) || std::fabs(bias) >= 0x1p63) {
    throw Unspecified("the specification does not say how a tensor({}) holds a sum with bias {}",
                      name(input.dtype()), bias);
  }
  return {numeric(input.dtype(), [&]<class T>() {
    const auto whole = static_cast<T>(static_cast<int64_t>(bias));
    const auto f = [&](T x) { return shrunk_integer(x, lambd, whole); };
    return Tensor::of(input.dtype(), by_element(input.as<T>(), f));
  })};
}

const Operator op("Shrink", shrink, {9});

}  // namespace
}  // namespace etalon
