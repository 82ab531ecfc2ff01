// The losses.
#include "ops/ai.onnx/loss/loss.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/open/softmax.h"

namespace etalon {
namespace {

// The loss of an ignored sample is 0, or 0 times what the sample holds: true for samples for which
// that differs.
Bools ignored_non_numbers(const Targets& targets) {
  const Reals scores = targets.lines().as<double>();
  Bools open = full({targets.classes.size()}, false);
  for (size_t i = 0; i < open.size(); ++i) {
    const auto row = xt::row(scores, std::ptrdiff_t(i));
    open(i) = !targets.classes[i] && xt::any(Bools(!xt::isfinite(row)));
  }
  return open;
}

// The loss of an ignored sample is zero, which may be −0: −x · 0.
Bools ignored_samples(const Targets& targets) {
  Bools ignored = full({targets.classes.size()}, false);
  for (size_t i = 0; i < ignored.size(); ++i) ignored(i) = !targets.classes[i];
  return ignored;
}

// The greatest step that leads to each loss, for all lines of scores [lines, C].
using Steps = Reals (*)(const Reals& lines);

Reals steps_of(const Targets& targets, Steps steps) {
  const Reals all = steps(targets.lines().as<double>());
  Reals magnitudes = full({targets.classes.size()}, 0.0);
  for (size_t i = 0; i < magnitudes.size(); ++i) {
    const std::optional<size_t> c = targets.classes[i];
    if (c) magnitudes(i) = all(i, *c) * std::max(1.0, std::fabs(targets.weights(*c)));
  }
  return magnitudes;
}

template <class A>
A shaped(A array, const Shape& shape) {
  array.reshape(shape);
  return array;
}

Tensor open_losses(const Tensor& loss, const Targets& targets, Steps steps) {
  const auto nan = [&] { return scalar(loss.dtype(), std::nan("")); };
  const auto ignored = [&] { return shaped(ignored_non_numbers(targets), loss.shape()); };
  const auto zeros = [&] { return shaped(ignored_samples(targets), loss.shape()); };
  const Tensor signs = either_zero(loss, "ignored_zero", zeros);
  return step_or_exact(choice(signs, "ignored", ignored, "zero", {{"nan", nan}}), "overflow",
                       [&] { return shaped(steps_of(targets, steps), loss.shape()); });
}

// Of their sum or mean.
Tensor open_total(const Tensor& loss, const Targets& targets, Steps steps, bool mean) {
  const auto always = [&](bool open) { return [&loss, open] { return full(loss.shape(), open); }; };
  const auto nan = [&] { return scalar(loss.dtype(), std::nan("")); };
  const bool reads_ignored = xt::any(ignored_non_numbers(targets));
  const Tensor signs = either_zero(loss, "ignored_zero", always(xt::any(ignored_samples(targets))));
  const Tensor ignored = choice(signs, "ignored", always(reads_ignored), "zero", {{"nan", nan}});
  const Tensor steps_open = step_or_exact(ignored, "overflow", [&] {
    return full(loss.shape(), double(xt::sum(steps_of(targets, steps))()));
  });
  if (!mean) return steps_open;
  double applied = 0;
  for (const std::optional<size_t>& c : targets.classes) applied += c ? targets.weights(*c) : 0;
  const bool batch0 = targets.shape[0] == 0, none = targets.classes.empty();
  // A sum of losses over a sum of weights that is 0.
  const auto divided = [&](const Tensor& Y, std::string_view point, bool open) {
    return choice(Y, point, always(open), "quotient",
                  {{"zero", [&] { return scalar(loss.dtype(), 0.0); }}});
  };
  const Tensor of_batch = divided(steps_open, "batch0", batch0);
  const Tensor of_none = divided(of_batch, "empty", none && !batch0);
  return divided(of_none, "zero_divisor", !none && applied == 0);
}

void open_loss(Opening& open, const Targets& targets, Steps steps) {
  const LossReduction reduction = loss_reduction_of(open.call);
  open.Y = reduction == LossReduction::none
               ? open_losses(open.Y, targets, steps)
               : open_total(open.Y, targets, steps, reduction == LossReduction::mean);
}

void negative_log_likelihood_loss(Opening& open) {
  const Call& call = open.call;
  open_loss(open,
            targets_of(call, call.tensor("input"), call.tensor("target"), call.maybe("weight")),
            [](const Reals& lines) { return Reals(xt::abs(lines)); });
}

// Beside a score of +∞, log_prob is log(0) by the formula, and NaN less the maximum.
void open_beside_infinity(Opening& open) {
  const Reals scores = open.call.tensor("scores").as<double>();
  if (scores.size() == 0) return;
  const Bools open_scores = beside_infinity(scores, {1});
  if (!xt::any(open_scores)) return;
  open.Y = formula_or_nan(open.Y, [&] { return Bools(xt::isinf(open.Y.as<double>())); });
  const bool has_log_prob = open.output_count() > 1 && open.output(1).size() == scores.size();
  if (has_log_prob) {
    open.output(1) = formula_or_nan(open.output(1), [&] { return open_scores; });
  }
}

void softmax_cross_entropy_loss(Opening& open) {
  const Call& call = open.call;
  open_loss(open,
            targets_of(call, call.tensor("scores"), call.tensor("labels"), call.maybe("weights")),
            [](const Reals& lines) {
              const Reals odds = sum_of_exponentials(lines, {1}) / xt::exp(lines);
              return Reals(xt::maximum(softmax_steps(lines, {1}), odds));
            });
  open_beside_infinity(open);
}

const Open op[] = {{"NegativeLogLikelihoodLoss", negative_log_likelihood_loss},
                   {"SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss}};

}  // namespace
}  // namespace etalon
