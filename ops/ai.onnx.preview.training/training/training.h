// What the optimisers share: the order of their variadic inputs and outputs.
#pragma once

#include <array>

#include "engine/numerics/numerics.h"

namespace etalon {

// Updates subtract nearly equal numbers; wider than double, float64 too is rounded but once.
using Wide = long double;

// `inputs` holds the values of all optimised tensors, then all gradients, then each kind of
// accumulator: `kinds` groups. `outputs` has the new values, then each kind of accumulator. For
// every element, update(X, G, …) gives {X_new, …}.
template <size_t kinds, class Update>
Values optimized(const Call& call, Update update) {
  const std::vector<Tensor> inputs = call.variadic("inputs");
  if (inputs.size() % kinds != 0) {
    throw InvalidInput("{} inputs are not {} for each optimised tensor", inputs.size(), kinds);
  }
  const size_t n = inputs.size() / kinds;
  Values outputs(n * (kinds - 1));
  for (size_t i = 0; i < n; ++i) {
    const Tensor& X = inputs[i];
    std::array<Reals, kinds> old;
    std::array<Reals, kinds - 1> updated;
    for (size_t kind = 0; kind < kinds; ++kind) {
      const Tensor& input = inputs[kind * n + i];
      if (input.shape() != X.shape()) {
        throw InvalidInput("the shapes {} and {} of one tensor's inputs differ",
                           to_string(X.shape()), to_string(input.shape()));
      }
      old[kind] = input.as<double>();
    }
    updated.fill(empty_array<double>(X.shape()));
    for (size_t at = 0; at < X.size(); ++at) {
      std::array<Wide, kinds> element;
      for (size_t kind = 0; kind < kinds; ++kind) element[kind] = old[kind].data()[at];
      const std::array<Wide, kinds - 1> result = std::apply(update, element);
      for (size_t kind = 0; kind + 1 < kinds; ++kind) {
        updated[kind].data()[at] = static_cast<double>(result[kind]);
      }
    }
    for (size_t kind = 0; kind + 1 < kinds; ++kind) {
      outputs[kind * n + i] = Tensor::of(X.dtype(), updated[kind]);
    }
  }
  return outputs;
}

}  // namespace etalon
