// What the losses share: picking the target's class, weighting and reducing.
#pragma once

#include "engine/numerics/carriers.h"

namespace etalon {

// The classes' scores as lines [N · D, C], and what each line is judged by.
struct Judged {
  Tensor lines;
  std::vector<std::optional<size_t>> classes;  // of each line; nothing where it is ignored
  Reals weights;                               // of each class; 1 when there is no such input
  Shape shape;                                 // of the targets
};

// X [N, C, d…] as lines [N · D, C].
inline Tensor by_class(const Tensor& X) {
  std::vector<size_t> perm = all_axes(X.rank());
  std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
  const size_t C = X.dim(1);
  return transposed(X, perm).reshaped(
      {split_at(X.shape(), 1).before * split_at(X.shape(), 2).after, C});
}

inline Reals class_weights(const Tensor* weight, size_t C) {
  if (!weight) return full(Shape{C}, 1.0);
  if (weight->shape() != Shape{C}) {
    throw InvalidInput("weights of shape {} for {} classes", to_string(weight->shape()), C);
  }
  return weight->as<double>();
}

inline Judged judged(const Call& call, const Tensor& scores, const Tensor& target,
                     const Tensor* weight) {
  if (scores.rank() < 2 || target.shape() != without_axes(scores.shape(), {1})) {
    throw InvalidInput("the shapes {} of classes' scores and {} of targets do not fit",
                       to_string(scores.shape()), to_string(target.shape()));
  }
  const size_t C = scores.dim(1);
  Judged result{by_class(scores), {}, class_weights(weight, C), target.shape()};
  const bool ignores = call.has("ignore_index");
  for (const int64_t c : target.ints()) {
    if (ignores && c == call.integer("ignore_index")) {
      result.classes.emplace_back();
    } else if (c < 0 || c >= static_cast<int64_t>(C)) {
      throw InvalidInput("class {} is outside [0, {}]", c, static_cast<int64_t>(C) - 1);
    } else {
      result.classes.emplace_back(c);
    }
  }
  return result;
}

// -y[line, c] · weight[c] for the class c of each line of y, of which the first is line `first`; 0
// where it is ignored: [lines, 1].
template <class R>
Array<R> losses(const Judged& judged, const Array<R>& y, size_t first) {
  Array<R> loss = full<R>({y.shape()[0], 1}, R(0));
  for (size_t i = 0; i < loss.size(); ++i) {
    const std::optional<size_t> c = judged.classes[first + i];
    if (c) loss(i, 0) = -y(i, *c) * judged.weights(*c);
  }
  return loss;
}

// The losses of f(scores), which treats each line of an array [lines, C] by itself, reduced as
// `reduction` says: the losses themselves (none), their sum, or their sum over that of the weights
// applied (mean).
template <class F>  // Array<R> f(const Array<R>& lines)
Tensor reduced_loss(const Call& call, const Judged& judged, F f) {
  enum class Reduction { none, sum, mean };
  const auto reduction = call.choice<Reduction>(
      "reduction", {{"none", Reduction::none}, {"sum", Reduction::sum}, {"mean", Reduction::mean}});
  const DType type = judged.lines.dtype();
  if (reduction == Reduction::none) {
    const auto each = [&]<class R>(const Array<R>& lines, size_t first) -> std::vector<Array<R>> {
      return {losses(judged, f(lines), first)};
    };
    return by_lines(judged.lines, {type}, each)[0].reshaped(judged.shape);
  }
  return over_reals(type, [&]<class R>() {
    const Array<R> total = sum_over(losses(judged, f(elements_of<R>(judged.lines)), 0), {0, 1});
    if (reduction == Reduction::sum) return rounded(type, total, {});
    Array<R> applied = full<R>({judged.classes.size()}, R(0));
    for (size_t i = 0; i < applied.size(); ++i) {
      if (judged.classes[i]) applied(i) = judged.weights(*judged.classes[i]);
    }
    const Array<R> mean = total / sum_over(applied, {0});
    return rounded(type, mean, {});
  });
}

}  // namespace etalon
