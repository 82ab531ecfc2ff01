// The losses.
#include "ops/ai.onnx/loss/loss.h"
#include "engine/operators/choice.h"

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

// The greatest step that leads to the loss of a line of scores with these magnitudes: [lines, 1].
using Steps = Reals (*)(const Reals& magnitudes);

Reals steps_of(const Targets& targets, Steps steps) {
  Reals magnitudes = steps(Reals(xt::abs(targets.lines().as<double>())));
  magnitudes.reshape({targets.classes.size()});
  for (size_t i = 0; i < magnitudes.size(); ++i) {
    const std::optional<size_t> c = targets.classes[i];
    magnitudes(i) = c ? magnitudes(i) * std::max(1.0, std::fabs(targets.weights(*c))) : 0;
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
  return step_or_exact(choice(loss, "ignored", ignored, "zero", {{"nan", nan}}), "overflow",
                       [&] { return shaped(steps_of(targets, steps), loss.shape()); });
}

// Of their sum or mean.
Tensor open_total(const Tensor& loss, const Targets& targets, Steps steps, bool mean) {
  const auto always = [&](bool open) { return [&loss, open] { return full(loss.shape(), open); }; };
  const auto nan = [&] { return scalar(loss.dtype(), std::nan("")); };
  const bool reads_ignored = xt::any(ignored_non_numbers(targets));
  const Tensor ignored = choice(loss, "ignored", always(reads_ignored), "zero", {{"nan", nan}});
  const Tensor steps_open = step_or_exact(ignored, "overflow", [&] {
    return full(loss.shape(), double(xt::sum(steps_of(targets, steps))()));
  });
  if (!mean) return steps_open;
  double applied = 0;
  for (const std::optional<size_t>& c : targets.classes) applied += c ? targets.weights(*c) : 0;
  const bool batch0 = targets.shape[0] == 0, none = targets.classes.empty();
  const Tensor of_batch = anything(steps_open, "batch0", always(batch0));
  const Tensor of_none = anything(of_batch, "empty", always(none && !batch0));
  return anything(of_none, "zero_divisor", always(!none && applied == 0));
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
            [](const Reals& lines) { return max_over(lines, {1}); });
}

// Beside a score of +∞, log_prob is log(0) by the formula as it is written, and NaN less the
// maximum.
void beside_infinity(Opening& open) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Reals scores = open.call.tensor("scores").as<double>();
  if (scores.size() == 0) return;
  const Bools open_scores =
      xt::equal(broadcast_array(max_over(scores, {1}), scores.shape()), infinity) &&
      scores < infinity;
  if (!xt::any(open_scores)) return;
  const auto or_infinity = [&](Tensor& output, double limit, const Where& where) {
    output = choice(output, "inf", where, "nan",
                    {{"formula", [&] { return scalar(output.dtype(), limit); }}});
  };
  or_infinity(open.Y, infinity, [&] { return nans(open.Y); });
  const bool has_log_prob = open.output_count() > 1 && open.output(1).size() == scores.size();
  if (has_log_prob) or_infinity(open.output(1), -infinity, [&] { return open_scores; });
}

void softmax_cross_entropy_loss(Opening& open) {
  const Call& call = open.call;
  open_loss(open,
            targets_of(call, call.tensor("scores"), call.tensor("labels"), call.maybe("weights")),
            [](const Reals& lines) { return sum_over(Reals(xt::exp(lines)), {1}); });
  beside_infinity(open);
}

const Open op[] = {{"NegativeLogLikelihoodLoss", negative_log_likelihood_loss},
                   {"SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss}};

}  // namespace
}  // namespace etalon
