// Shrink: output = input + bias for input < -lambd, input - bias for input > lambd, 0 otherwise.
//   9
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

// R is the type to compare in.
template <class T, class R>
T shrunk(T x, R lambd, T bias) {
  return R(x) < -lambd ? x + bias : R(x) > lambd ? x - bias : T{0};
}

Values shrink(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double bias = call.real("bias");
  const long double lambd = call.real("lambd");  // holds every 64-bit integer to compare with
  if (is_float(input.dtype())) {
    return {each(input, [&]<class R>(R x) { return shrunk<R, R>(x, R(lambd), bias); })};
  }
  if (bias != std::trunc(bias) || std::fabs(bias) >= 0x1p63) {
    throw Unspecified("the specification does not say how a tensor({}) holds a sum with bias {}",
                      name(input.dtype()), bias);
  }
  return {numeric(input.dtype(), [&]<class T>() {
    const auto whole = static_cast<T>(static_cast<int64_t>(bias));
    const auto f = [&](T x) { return shrunk(x, lambd, whole); };
    return Tensor::of(input.dtype(), by_element(input.as<T>(), f));
  })};
}

const Operator op("Shrink", shrink, {9});

}  // namespace
}  // namespace etalon
