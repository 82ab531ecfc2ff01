// What the losses share: picking the target's class, weighting and reducing.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// One loss for each target, and the weight applied to it.
struct ClassLoss {
  Reals loss, applied;
};

// loss[n, d…] = -y[n, c, d…] · weight[c] with c = target[n, d…]; 0 where c is ignore_index.
inline ClassLoss class_loss(const Call& call, const Reals& y, const Tensor& target,
                            const Tensor* weight) {
  if (y.dimension() < 2 || target.shape() != without_axes(y.shape(), {1})) {
    throw InvalidInput("the shapes {} of classes' scores and {} of targets do not fit",
                       to_string(y.shape()), to_string(target.shape()));
  }
  const size_t C = y.shape()[1];
  const size_t D = split_at(y.shape(), 2).after;
  const Reals weights = weight ? weight->as<double>() : full(Shape{C}, 1.0);
  if (weights.shape() != Shape{C}) {
    throw InvalidInput("weights of shape {} for {} classes", to_string(weights.shape()), C);
  }
  ClassLoss result{full(target.shape(), 0.0), full(target.shape(), 0.0)};
  const std::vector<int64_t> classes = target.ints();
  for (size_t i = 0; i < classes.size(); ++i) {
    const int64_t c = classes[i];
    if (call.has("ignore_index") && c == call.integer("ignore_index")) continue;
    if (c < 0 || c >= static_cast<int64_t>(C)) {
      throw InvalidInput("class {} is outside [0, {}]", c, static_cast<int64_t>(C) - 1);
    }
    const size_t at = (i / D * C + static_cast<size_t>(c)) * D + i % D;
    result.applied.data()[i] = weights(c);
    result.loss.data()[i] = -y.data()[at] * weights(c);
  }
  return result;
}

// As `reduction` says: the losses themselves (none), their sum, or their sum over that of the
// weights applied (mean).
inline Reals reduced(const Call& call, const ClassLoss& each) {
  const std::string& reduction = call.text("reduction");
  if (reduction == "none") return each.loss;
  const std::vector<size_t> axes = all_axes(each.loss.dimension());
  const Reals sum = squeezed(sum_over(each.loss, axes), axes);
  if (reduction == "sum") return sum;
  if (reduction == "mean") return sum / squeezed(sum_over(each.applied, axes), axes);
  throw InvalidInput("reduction is '{}', not none, sum or mean", reduction);
}

}  // namespace etalon
