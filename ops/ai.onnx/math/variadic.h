// What Max, Min, Sum and Mean share: functions of any number of tensors, element by element.
#pragma once

#include <numeric>

#include "engine/formula.h"

namespace etalon {

// Before version 8 the inputs do not broadcast.
inline std::vector<Tensor> of_equal_shapes(const std::vector<Tensor>& inputs) {
  for (const Tensor& input : inputs) {
    if (input.shape() != inputs[0].shape()) {
      throw InvalidInput("the shapes {} and {} differ", to_string(inputs[0].shape()),
                         to_string(input.shape()));
    }
  }
  return inputs;
}

// f(… f(f(x_0, x_1), x_2) …, x_n) for the elements of the inputs, which broadcast. Each result of f
// is rounded.
template <class F>
Tensor folded(const std::vector<Tensor>& inputs, F f) {
  broadcast_shapes(inputs);  // names the first two that do not fit
  Tensor result = inputs[0];
  for (size_t n = 1; n < inputs.size(); ++n) result = each<numbers>(result, inputs[n], f);
  return result;
}

}  // namespace etalon
