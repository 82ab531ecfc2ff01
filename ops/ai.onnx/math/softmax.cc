// Softmax: output = exp(input) / Σ exp(input).
//   1, 11     input is first flattened to 2-D at `axis` (default 1); the sum runs over the whole tail
//   13        along `axis` alone (default -1)
#include "engine/numerics.h"

namespace etalon {
namespace {

// The maximum is taken off first: the quotient is the same and exp cannot overflow.
Reals softmax(const Reals& x, const std::vector<size_t>& axes) {
  const Reals largest = max_over(x, axes);
  const Reals e = xt::exp(x - largest);
  const Reals total = sum_over(e, axes);
  return e / total;
}

Values softmax_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  const auto [rows, columns] = split_at(input.shape(), axis_index(call.integer("axis"), input.rank()));
  const Reals flat = input.reshaped({rows, columns}).as<double>();
  return {Tensor::of(input.dtype(), softmax(flat, {1})).reshaped(input.shape())};
}

Values softmax_13(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  return {Tensor::of(input.dtype(), softmax(input.as<double>(), {axis}))};
}

const Operator op("Softmax", {{1, softmax_1}, {11, softmax_1}, {13, softmax_13}});

}  // namespace
}  // namespace etalon
