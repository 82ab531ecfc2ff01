// What the optimisers share: the order of their variadic inputs and outputs.
#pragma once

#include "engine/numerics.h"

namespace etalon {

// One optimised tensor: its value, its gradient and its accumulators, in the order of the inputs.
using Variable = std::vector<Reals>;

// `inputs` holds all values, then all gradients, then each kind of accumulator; `outputs` the new
// values, then each kind of accumulator. update(variable) gives {X_new, accumulators…} of one.
template <class Update>
Values optimized(const Call& call, size_t kinds, Update update) {
  const std::vector<Tensor> inputs = call.variadic("inputs");
  if (inputs.size() % kinds != 0) {
    throw InvalidInput("{} inputs are not {} for each optimised tensor", inputs.size(), kinds);
  }
  const size_t n = inputs.size() / kinds;
  Values outputs(n * (kinds - 1));
  for (size_t i = 0; i < n; ++i) {
    Variable variable;
    for (size_t kind = 0; kind < kinds; ++kind) {
      const Tensor& input = inputs[kind * n + i];
      if (input.shape() != inputs[i].shape()) {
        throw InvalidInput("the shapes {} and {} of one tensor's inputs differ",
                           to_string(inputs[i].shape()), to_string(input.shape()));
      }
      variable.push_back(input.as<double>());
    }
    const Variable updated = update(variable);
    for (size_t kind = 0; kind + 1 < kinds; ++kind) {
      outputs[kind * n + i] = Tensor::of(inputs[i].dtype(), updated[kind]);
    }
  }
  return outputs;
}

}  // namespace etalon
