// Softmax, LogSoftmax and Hardmax: which elements belong together.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// output = f(input, axis), where f treats each line along its axis by itself. Before version 13
// the input is first flattened to 2-D at `axis`, so that the lines run over the whole tail.
template <class F>  // Reals f(const Reals& x, size_t axis)
Values along_axis(const Call& call, F f) {
  const Tensor& input = call.tensor("input");
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  if (call.since_version() >= 13) return {Tensor::of(input.dtype(), f(input.as<double>(), axis))};
  const auto [rows, columns] = split_at(input.shape(), axis);
  const Reals flat = input.reshaped({rows, columns}).as<double>();
  return {Tensor::of(input.dtype(), f(flat, 1)).reshaped(input.shape())};
}

}  // namespace etalon
