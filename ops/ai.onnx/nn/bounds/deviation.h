// The standard deviation of sets, as runtimes compute it.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {

// √(variance + epsilon) of each set of x, with the variance also as the mean of the squares less
// the square of the mean.
template <class R>
Array<R> either_deviation(const Array<R>& x, const Array<R>& mean, double epsilon) {
  const Array<R> of_differences = mean_over(real::square(Array<R>(x - mean)));
  const Array<R> of_squares = mean_over(real::square(x)) - real::square(mean);
  return either(Array<R>(real::sqrt(of_differences + epsilon)),
                Array<R>(real::sqrt(of_squares + epsilon)));
}

}  // namespace etalon
