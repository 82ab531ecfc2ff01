// Normalize: output = input / √Σ input², the sum over the last axis; a row of zeros stays zero.
//   1         experimental
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

// A power of 2 near x, by which a row can be divided exactly so that its squares stay in range.
double magnitude(double x) {
  return x > 0 && std::isfinite(x) ? std::ldexp(1.0, std::ilogb(x)) : 1;
}

Values normalize(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t last = axis_index(-1, input.rank());
  Reals x = input.as<double>();
  Reals scale = max_over<double>(xt::abs(x), {last});
  for (double& value : scale) value = magnitude(value);
  x = Reals(x / scale);
  const Reals squared = x * x;
  Reals norm = xt::sqrt(sum_over(squared, {last}));
  for (double& value : norm) value = value == 0 ? 1 : value;
  return {Tensor::of(input.dtype(), x / norm)};
}

const Operator op("Normalize", normalize, {1});

}  // namespace
}  // namespace etalon
