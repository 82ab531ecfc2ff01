// Normalize: output = input / √Σ input², the sum over the last axis; a row of zeros stays zero.
//   1         experimental
#include "engine/numerics/rounded_once.h"

namespace etalon {
namespace {

Values normalize(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t columns = input.dim(axis_index(-1, input.rank()));
  const size_t lines = split_at(input.shape(), input.rank() - 1).before;
  return {by_line(input.reshaped({lines, columns}), input.dtype(),
                  []<class R>(const Array<R>& x) -> Array<R> {
                    const Array<R> norm = real::sqrt(sum_over(real::square(x), {1}));
                    return x /
                           by_element(norm, [](const R& n) { return is_exact_zero(n) ? R(1) : n; });
                  })
              .reshaped(input.shape())};
}

const Operator op("Normalize", normalize, {1});

}  // namespace
}  // namespace etalon
