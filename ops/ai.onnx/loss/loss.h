// What the losses share: picking the target's class, weighting and reducing.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// One loss for each target, and the weight applied to it.
struct ClassLoss {
  Reals loss, applied;
};

// The weight of each of C classes; 1 when there is no such input.
inline Reals class_weights(const Tensor* weight, size_t C) {
  if (!weight) return full(Shape{C}, 1.0);
  if (weight->shape() != Shape{C}) {
    throw InvalidInput("weights of shape {} for {} classes", to_string(weight->shape()), C);
  }
  return weight->as<double>();
}

// loss[n, d…] = -y[n, c, d…] · weight[c] with c = target[n, d…]; 0 where c is ignore_index.
inline ClassLoss class_loss(const Call& call, Reals y, const Tensor& target, const Tensor* weight) {
  if (y.dimension() < 2 || target.shape() != without_axes(y.shape(), {1})) {
    throw InvalidInput("the shapes {} of classes' scores and {} of targets do not fit",
                       to_string(y.shape()), to_string(target.shape()));
  }
  const size_t N = y.shape()[0];
  const size_t C = y.shape()[1];
  const size_t D = split_at(y.shape(), 2).after;
  const Reals weights = class_weights(weight, C);
  const bool ignores = call.has("ignore_index");
  const int64_t ignore_index = ignores ? call.integer("ignore_index") : 0;

  y.reshape({N, C, D});
  const Ints classes = target.reshaped({N, D}).as<int64_t>();
  ClassLoss result{full(Shape{N, D}, 0.0), full(Shape{N, D}, 0.0)};
  each_index({N, D}, [&](const Shape& index) {
    const size_t n = index[0], d = index[1];
    const int64_t c = classes(n, d);
    if (ignores && c == ignore_index) return;
    if (c < 0 || c >= static_cast<int64_t>(C)) {
      throw InvalidInput("class {} is outside [0, {}]", c, static_cast<int64_t>(C) - 1);
    }
    result.applied(n, d) = weights(size_t(c));
    result.loss(n, d) = -y(n, size_t(c), d) * weights(size_t(c));
  });
  result.loss.reshape(target.shape());
  return result;
}

// As `reduction` says: the losses themselves (none), their sum, or their sum over that of the
// weights applied (mean).
inline Reals reduced(const Call& call, const ClassLoss& each) {
  enum class Reduction { none, sum, mean };
  const auto total = [](const Reals& x) { return sum_over(x, all_axes(x.dimension())).data()[0]; };
  switch (call.choice<Reduction>(
      "reduction",
      {{"none", Reduction::none}, {"sum", Reduction::sum}, {"mean", Reduction::mean}})) {
    case Reduction::sum:
      return scalar_array(total(each.loss));
    case Reduction::mean:
      return scalar_array(total(each.loss) / total(each.applied));
    default:
      return each.loss;
  }
}

}  // namespace etalon
