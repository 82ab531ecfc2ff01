// Shrink: output = input + bias for input < -lambd, input - bias for input > lambd, 0 otherwise.
//   9
#include "engine/numerics/comparisons.h"
#include "engine/operators/choice.h"
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

// Elements that use a bias which is no integer are open; `output` has them as they are. Unless
// somebody asks for choices, throws Unspecified where there is one.
Tensor without_bias(const Tensor& input, const Tensor& output, double lambd, double bias) {
  const Bools used = numeric(input.dtype(), [&]<class T>() {
    Bools result = empty_array<bool>(input.shape());
    const Array<T> x = input.as<T>();
    std::transform(x.begin(), x.end(), result.begin(), [&](T value) {
      return compared(value, -lambd) < 0 || compared(value, lambd) > 0;
    });
    return result;
  });
  if (!choices_wanted() && std::find(used.begin(), used.end(), true) != used.end()) {
    throw Unspecified("the specification does not say how a tensor({}) holds a sum with bias {}",
                      name(input.dtype()), bias);
  }
  return anything(output, "overflow", [&] { return used; });
}

Values shrink(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double bias = call.real("bias");
  const double lambd = call.real("lambd");
  if (is_float(input.dtype())) {
    return {each(input, [&]<class R>(R x) { return shrunk<R>(x, lambd, bias); })};
  }
  const bool is_whole = bias == std::trunc(bias) && std::fabs(bias) < 0x1p63;
  const Tensor output = numeric(input.dtype(), [&]<class T>() {
    const auto whole = static_cast<T>(is_whole ? static_cast<int64_t>(bias) : 0);
    const auto f = [&](T x) { return shrunk_integer(x, lambd, whole); };
    return Tensor::of(input.dtype(), by_element(input.as<T>(), f));
  });
  if (!is_whole) return {without_bias(input, output, lambd, bias)};
  return {wrap_or_saturate(output, "int_min", [&] {
    return by_element(input.as<double>(), [&](double x) { return shrunk(x, lambd, bias); });
  })};
}

const Operator op("Shrink", shrink, {9});

}  // namespace
}  // namespace etalon
