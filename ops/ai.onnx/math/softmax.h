// Softmax, LogSoftmax and Hardmax: which elements belong together.
#pragma once

#include "engine/numerics/exponentials.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/by_axis.h"

namespace etalon {

// output = f(lines) of a tensor [lines, elements]: those along `axis`, or before version 13 those
// of the input flattened to 2-D at `axis`, which run over the whole tail.
template <class F>  // Tensor f(const Tensor& lines), of the same shape
Values along_axis(const Call& call, F f) {
  const Tensor& input = call.tensor("input");
  at_point("rank0", input.rank() == 0);
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  if (call.since_version() >= 13) return {by_axis(input, axis, f)};
  const auto [rows, columns] = split_at(input.shape(), axis);
  return {f(input.reshaped({rows, columns})).reshaped(input.shape())};
}

// Σ exp(|input|) over the line of each element: no step of the formula as it is written is greater.
inline Reals largest_step(const Call& call) {
  const auto sums = [](const Tensor& lines) {
    const Reals x = lines.as<double>();
    const Reals sum = sum_over(Reals(xt::exp(xt::abs(x))), {1});
    return Tensor::of(DType::float64, broadcast_array(sum, x.shape()));
  };
  return along_axis(call, sums)[0].tensor().as<double>();
}

}  // namespace etalon
