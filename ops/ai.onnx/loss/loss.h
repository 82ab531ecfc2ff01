// What the losses share: the target's class of each sample, its weight, and how losses are reduced.
#pragma once

#include <optional>

#include "engine/formula.h"

namespace etalon {

// The samples of scores [N, C, d…], of which each has C scores, and what they are judged by.
struct Targets {
  Tensor scores;
  Shape shape;                                 // of the targets: [N, d…]
  std::vector<std::optional<size_t>> classes;  // of each sample; nothing where it is ignored
  Reals weights;                               // of each class; 1 when there is no such input

  // The scores as [N · D, C].
  Tensor lines() const {
    std::vector<size_t> perm = all_axes(scores.rank());
    std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
    return transposed(scores, perm).reshaped({classes.size(), scores.dim(1)});
  }
};

// Throws InvalidInput where the shapes do not fit, or a class is none of the scores'.
inline Targets targets_of(const Call& call, const Tensor& scores, const Tensor& target,
                          const Tensor* weight) {
  if (scores.rank() < 2 || target.shape() != without_axes(scores.shape(), {1})) {
    throw InvalidInput("the shapes {} of classes' scores and {} of targets do not fit",
                       to_string(scores.shape()), to_string(target.shape()));
  }
  const size_t C = scores.dim(1);
  if (weight && weight->shape() != Shape{C}) {
    throw InvalidInput("weights of shape {} for {} classes", to_string(weight->shape()), C);
  }
  std::optional<int64_t> ignored;
  if (call.has("ignore_index")) ignored = call.integer("ignore_index");
  Targets targets{scores, target.shape(), {}, weight ? weight->as<double>() : full(Shape{C}, 1.0)};
  targets.classes.reserve(target.size());
  for (const int64_t c : target.ints()) {
    if (c != ignored && (c < 0 || c >= static_cast<int64_t>(C))) {
      throw InvalidInput("class {} is outside [0, {}]", c, static_cast<int64_t>(C) - 1).at("index");
    }
    targets.classes.push_back(c == ignored ? std::nullopt : std::optional<size_t>(c));
  }
  return targets;
}

// The samples from `first` on.
struct Samples {
  const Targets& targets;
  size_t first;

  // y[i, c], c being the class of sample i: [samples, 1].
  template <class R>
  Array<R> at_class(const Array<R>& y) const {
    return each<R>(y.shape()[0], [&](size_t i, size_t c) { return y(i, c); });
  }
  // Of that class.
  template <class R>
  Array<R> weights(size_t samples) const {
    return each<R>(samples, [&](size_t, size_t c) { return R(targets.weights(c)); });
  }
  template <class R>
  Array<R> zero_if_ignored(Array<R> loss) const {
    for (size_t i = 0; i < loss.size(); ++i) {
      if (!targets.classes[first + i]) loss(i, 0) = R(0);
    }
    return loss;
  }

 private:
  template <class R, class F>
  Array<R> each(size_t samples, F f) const {
    Array<R> result = full<R>({samples, 1}, R(0));
    for (size_t i = 0; i < samples; ++i) {
      if (const std::optional<size_t> c = targets.classes[first + i]) result(i, 0) = f(i, *c);
    }
    return result;
  }
};

enum class LossReduction { none, sum, mean };
inline LossReduction loss_reduction_of(const Call& call) {
  return call.choice<LossReduction>(
      "reduction",
      {{"none", LossReduction::none}, {"sum", LossReduction::sum}, {"mean", LossReduction::mean}});
}

// The losses loss(x, samples) of samples with the scores x [samples, C], reduced as `reduction`
// says: the losses themselves (none), their sum, or their sum over that of the weights (mean).
template <class F>  // Array<R> loss(const Array<R>& x, const Samples& samples): [samples, 1]
Tensor reduced_loss(const Call& call, const Targets& targets, F loss) {
  const LossReduction reduction = loss_reduction_of(call);
  if (reduction == LossReduction::none) {
    const auto f = [&]<class R>(const Array<R>& x, const Sets& sets) -> Array<R> {
      return loss(x, Samples{targets, sets.first()});
    };
    return by_sets(targets.scores, {1}, f).reshaped(targets.shape);
  }
  const Tensor lines = targets.lines();
  const Tensor total = evaluated(lines.dtype(), [&]<class R>() -> Array<R> {
    const Samples all{targets, 0};
    const Array<R> sum = sum_over(Array<R>(loss(elements_of<R>(lines), all)), {0, 1});
    if (reduction == LossReduction::sum) return sum;
    return sum / sum_over(all.weights<R>(targets.classes.size()), {0, 1});
  });
  return total.reshaped({});
}

}  // namespace etalon
