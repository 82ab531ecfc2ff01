// Normalize: output = input / √Σ input², the sum over the last axis; a row of zeros stays zero.
//   1         experimental
#include "engine/formula.h"

namespace etalon {
namespace {

Values normalize(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t last = axis_index(-1, input.rank());
  return {by_sets(input, {last}, []<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> norm = real::sqrt(sum_over(real::square(x)));
    return x / by_element(norm, [](const R& n) { return is_exact_zero(n) ? R(1) : n; });
  })};
}

const Operator op("Normalize", normalize, {1});

}  // namespace
}  // namespace etalon
