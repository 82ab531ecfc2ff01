// What the losses share: picking the target's class, weighting and reducing.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/operators/choice.h"

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
  const std::vector<int64_t> classes = target.ints();
  std::optional<int64_t> ignored;
  if (call.has("ignore_index")) ignored = call.integer("ignore_index");
  const auto outside = std::find_if(classes.begin(), classes.end(), [&](int64_t c) {
    return c != ignored && (c < 0 || c >= static_cast<int64_t>(C));
  });
  at_point("index", outside != classes.end());
  if (outside != classes.end()) {
    throw InvalidInput("class {} is outside [0, {}]", *outside, static_cast<int64_t>(C) - 1);
  }
  result.classes.reserve(classes.size());
  for (const int64_t c : classes) {
    result.classes.push_back(c == ignored ? std::nullopt : std::optional<size_t>(c));
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

// The loss of an ignored sample is 0, or 0 times what the sample holds: true for such lines.
inline Bools ignored_non_numbers(const Judged& judged) {
  const Reals scores = judged.lines.as<double>();
  Bools open = full({scores.shape()[0], size_t{1}}, false);
  for (size_t i = 0; i < open.size(); ++i) {
    const auto row = xt::row(scores, std::ptrdiff_t(i));
    open(i, 0) = !judged.classes[i] && xt::any(!xt::isfinite(row));
  }
  return open;
}

template <class Steps>
Reals steps_of(const Judged& judged, Steps steps) {
  Reals magnitudes = steps(Reals(xt::abs(judged.lines.as<double>())));
  for (size_t i = 0; i < magnitudes.size(); ++i) {
    const std::optional<size_t> c = judged.classes[i];
    double& magnitude = magnitudes.data()[i];
    magnitude = c ? magnitude * std::max(1.0, std::fabs(judged.weights(*c))) : 0;
  }
  return magnitudes;
}

// What is open of the losses [lines, 1].
template <class Steps>
Tensor open_losses(const Tensor& loss, const Judged& judged, Steps steps) {
  if (!choices_wanted()) return loss;
  const auto nan = [&] { return scalar(loss.dtype(), std::nan("")); };
  const Tensor ignored =
      choice(loss, "ignored", [&] { return ignored_non_numbers(judged); }, "zero", {{"nan", nan}});
  return step_or_exact(ignored, "overflow", [&] { return steps_of(judged, steps); });
}

// What is open of their sum or mean.
template <class Steps>
Tensor open_total(const Tensor& loss, const Judged& judged, Steps steps, bool mean) {
  if (!choices_wanted()) return loss;
  const bool reads_ignored = xt::any(ignored_non_numbers(judged));
  const auto always = [&](bool open) { return [&loss, open] { return full(loss.shape(), open); }; };
  const auto nan = [&] { return scalar(loss.dtype(), std::nan("")); };
  const Tensor ignored = choice(loss, "ignored", always(reads_ignored), "zero", {{"nan", nan}});
  const Tensor steps_open = step_or_exact(
      ignored, "overflow", [&] { return full(loss.shape(), xt::sum(steps_of(judged, steps))()); });
  if (!mean) return steps_open;
  double applied = 0;
  for (const std::optional<size_t>& c : judged.classes) applied += c ? judged.weights(*c) : 0;
  const bool batch0 = judged.shape[0] == 0, none = judged.classes.empty();
  const Tensor of_batch = anything(steps_open, "batch0", always(batch0));
  const Tensor of_none = anything(of_batch, "empty", always(none && !batch0));
  return anything(of_none, "zero_divisor", always(!none && applied == 0));
}

// The losses of f(scores), which treats each line of an array [lines, C] by itself, reduced as
// `reduction` says: the losses themselves (none), their sum, or their sum over that of the weights
// applied (mean).
// `steps(|lines|)` is the greatest step that leads to a line's loss.
template <class F, class Steps>  // Array<R> f(const Array<R>& lines)
Tensor reduced_loss(const Call& call, const Judged& judged, F f, Steps steps) {
  enum class Reduction { none, sum, mean };
  const auto reduction = call.choice<Reduction>(
      "reduction", {{"none", Reduction::none}, {"sum", Reduction::sum}, {"mean", Reduction::mean}});
  const DType type = judged.lines.dtype();
  if (reduction == Reduction::none) {
    const auto each = [&]<class R>(const Array<R>& lines, size_t first) -> std::vector<Array<R>> {
      return {losses(judged, f(lines), first)};
    };
    const Tensor loss = by_lines(judged.lines, {type}, each)[0];
    return open_losses(loss, judged, steps).reshaped(judged.shape);
  }
  const Tensor loss = over_reals(type, [&]<class R>() {
    const Array<R> total = sum_over(losses(judged, f(elements_of<R>(judged.lines)), 0), {0, 1});
    if (reduction == Reduction::sum) return rounded(type, total, {});
    Array<R> applied = full<R>({judged.classes.size()}, R(0));
    for (size_t i = 0; i < applied.size(); ++i) {
      if (judged.classes[i]) applied(i) = judged.weights(*judged.classes[i]);
    }
    const Array<R> mean = total / sum_over(applied, {0});
    return rounded(type, mean, {});
  });
  return open_total(loss, judged, steps, reduction == Reduction::mean);
}

}  // namespace etalon
