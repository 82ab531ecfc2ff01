// Erf: output = erf(input) = 2/√π ∫₀^input exp(-t²) dt, elementwise.
//   9         floats and integers; of integers truncated, and so 0: |erf| < 1
//   13        floats alone; bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R error_function(const R& x) {
  if constexpr (std::integral<R>) {
    return 0;
  } else {
    return real::erf(x);
  }
}

Values erf(const Call& call) {
  const Tensor& input = call.tensor("input");
  return {each<numbers>(input, [](const auto& x) { return error_function(x); })};
}

const Operator op("Erf", erf, {9, 13});

}  // namespace
}  // namespace etalon
