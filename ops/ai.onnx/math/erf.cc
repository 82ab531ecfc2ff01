// Erf: output = erf(input) = 2/√π ∫₀^input exp(-t²) dt, elementwise.
//   9         floats and integers, of which only 0 has an error function that is an integer: 0
//   13        floats alone; bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R error_function(const R& x, DType type) {
  if constexpr (std::integral<R>) {
    if (x == 0) return 0;
    return undefined(R{0}, "the specification does not say how a tensor({}) holds erf({})",
                     name(type), static_cast<double>(x));
  } else {
    return real::erf(x);
  }
}

Values erf(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {each<numbers>(input, [&](const auto& x) { return error_function(x, input.dtype()); })};
}

const Operator op("Erf", erf, {9, 13});

}  // namespace
}  // namespace etalon
