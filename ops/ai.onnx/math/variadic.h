// What Max, Min, Sum and Mean share: functions of any number of tensors, element by element.
#pragma once

#include <cmath>

#include "engine/numerics/elementwise.h"

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
  broadcast_shape(inputs);  // names the first two that do not fit
  Tensor result = inputs[0];
  for (size_t n = 1; n < inputs.size(); ++n) result = arithmetic(result, inputs[n], f);
  return result;
}

// A sum and the rounding errors of its additions (Neumaier, 1974).
struct CompensatedSum {
  double sum;
  double lost = 0;

  void add(double x) {
    const double total = sum + x;
    lost += std::fabs(sum) >= std::fabs(x) ? (sum - total) + x : (x - total) + sum;
    sum = total;
  }
  // Nothing is lost of a sum of -0, and nothing that counts of an infinite or NaN one.
  double value() const { return std::isfinite(sum) && lost != 0 ? sum + lost : sum; }
};

// The sum of the inputs' elements, which broadcast.
inline Reals sum_of(const std::vector<Tensor>& inputs) {
  const Shape shape = broadcast_shape(inputs);
  std::vector<Reals> x;
  for (const Tensor& input : inputs) x.push_back(broadcast_to(input, shape).as<double>());
  Reals result = empty_array<double>(shape);
  for (size_t i = 0; i < result.size(); ++i) {
    CompensatedSum sum{x[0].data()[i]};
    for (size_t n = 1; n < x.size(); ++n) sum.add(x[n].data()[i]);
    result.data()[i] = sum.value();
  }
  return result;
}

}  // namespace etalon
