// What Max, Min, Sum and Mean share: functions of any number of tensors, element by element.
#pragma once

#include "engine/numerics/elementwise.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

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

// f(… f(f(x_0, x_1), x_2) …, x_n) for the elements of the inputs, which broadcast. f selects one of
// its arguments, or adds integers.
template <class F>
Tensor folded(const std::vector<Tensor>& inputs, F f) {
  broadcast_shapes(inputs);  // names the first two that do not fit
  Tensor result = inputs[0];
  for (size_t n = 1; n < inputs.size(); ++n) result = arithmetic(result, inputs[n], f);
  return result;
}

// f(sum) of the sum of the inputs' elements, which broadcast, for floats. f is a formula over any
// carrier of the reals.
template <class F>
Tensor of_sum(const std::vector<Tensor>& inputs, F f) {
  const Shape shape = broadcast_shapes(inputs);
  std::vector<RealElements> x;
  for (const Tensor& input : inputs) x.emplace_back(broadcast_to(input, shape));
  return by_position(inputs[0].dtype(), shape, [&]<class R>(size_t position) -> R {
    R sum = x[0].at<R>(position);
    for (size_t n = 1; n < x.size(); ++n) sum += x[n].at<R>(position);
    return f(sum);
  });
}

// Σ |x| of the inputs' elements, which broadcast.
inline Reals sum_of_magnitudes(const std::vector<Tensor>& inputs) {
  const Shape shape = broadcast_shapes(inputs);
  Reals sum = full(shape, 0.0);
  for (const Tensor& input : inputs) {
    sum = Reals(sum + xt::abs(broadcast_to(input, shape).as<double>()));
  }
  return sum;
}

}  // namespace etalon
