// LayerNormalization, GroupNormalization and RMSNormalization: the first stage in stash_type, as
// the text says, whatever the type of X is, or in float32 where that is wider, and so nearer to the
// real value; and the variance also as the function bodies have it, the mean of the squares less
// the square of the mean.
#include "ops/ai.onnx/nn/normalization.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"
#include "ops/ai.onnx/nn/bounds/deviation.h"

namespace etalon {
namespace {

// f(type) of a runtime that computes it in this type.
template <class F>
auto computed_in(DType type, F f) {
  if (!evaluation().rounding) return f(type);
  Rounding rounding = *evaluation().rounding;
  if (has_rounding(type)) rounding = rounding_of(type, rounding.declared);
  rounding.worst = evaluation().rounding->worst;
  const Setting scope(&Evaluation::rounding, &rounding);
  return f(type);
}

bool is_narrower_than_float32(DType type) {
  return !has_rounding(type) || rounding_of(type).bits < rounding_of(DType::float32).bits;
}

// What f(type) gives in the stash type, or in a wider one.
template <class F>
std::vector<Tensor> in_stash_or_wider(DType stash, F f) {
  std::vector<Tensor> lines = computed_in(stash, f);
  if (!is_narrower_than_float32(stash)) return lines;
  const std::vector<Tensor> others = computed_in(DType::float32, f);
  for (size_t i = 0; i < lines.size(); ++i) lines[i] = or_instead(lines[i], others[i]);
  return lines;
}

// What a runtime casts to this type, and so rounds.
template <class R>
Array<R> cast_to(DType type, Array<R> x) {
  if constexpr (std::same_as<R, ArbBall>) {
    if (!has_rounding(type)) return x;
    const Rounding rounding = rounding_of(type);
    for (R& value : x) {
      if (!value.finite()) continue;
      value.widen(rounding.unit() * (std::fabs(value.middle()) + value.radius()) + rounding.tiny);
    }
  }
  return x;
}

// The end of the first stage: "cast Normalized back to the original type of X".
template <class R>
Array<R> normalized(DType stash, DType type, const Array<R>& x) {
  const Array<R> in_stash = rounded_to(stash, x);
  return type == stash ? in_stash : cast_to(type, in_stash);
}

template <class R>
Array<R> standardized(const Array<R>& x, double epsilon) {
  const Array<R> mean = mean_over(x);
  return (x - mean) / either_deviation(x, mean, epsilon);
}

// Normalized · scale + B.
Tensor scaled(const Tensor& Normalized, const Tensor& scale, const Tensor* B) {
  const auto product = [](const auto& x, const auto& s) { return x * s; };
  const auto affine = [](const auto& x, const auto& s, const auto& b) { return x * s + b; };
  return B ? each(scale.dtype(), Normalized, scale, *B, affine)
           : each(scale.dtype(), Normalized, scale, product);
}

// The first stage in `type`, of which the outputs are those of the formula.
std::vector<Tensor> layer_lines(const Call& call, DType type) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = axes_from(axis_index(call.integer("axis"), X.rank()), X.rank());
  const DType stash = stash_type(call);
  const double epsilon = round_to(type, call.real("epsilon"));
  return by_sets(X, axes, {X.dtype(), stash, stash}, [&]<class R>(const Array<R>& given) {
    const Array<R> x = rounded_to(type, given), Mean = mean_over(x);
    const Array<R> InvStdDev = 1 / either_deviation(x, Mean, epsilon);
    return Arrays<R>{normalized(type, X.dtype(), Array<R>((x - Mean) * InvStdDev)), Mean,
                     InvStdDev};
  });
}

std::vector<Tensor> rms_lines(const Call& call, DType type) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = axes_from(axis_index(call.integer("axis"), X.rank()), X.rank());
  const double epsilon = round_to(type, call.real("epsilon"));
  return {by_sets(X, axes, [&]<class R>(const Array<R>& given) -> Array<R> {
    const Array<R> x = rounded_to(type, given);
    const Array<R> RMS = real::sqrt(mean_over(real::square(x)) + epsilon);
    return normalized(type, X.dtype(), Array<R>(x / RMS));
  })};
}

// All but GroupNormalization-18 have a stash type.
bool has_stash(const Call& call) { return call.since_version() != 18; }

std::vector<Tensor> group_lines(const Call& call, DType type) {
  const Tensor& X = call.tensor("X");
  const bool stashes = has_stash(call);
  const double epsilon = stashes ? round_to(type, call.real("epsilon")) : call.real("epsilon");
  return {by_sets(by_group(call, X), {2}, [&]<class R>(const Array<R>& given) -> Array<R> {
    if (!stashes) return standardized(given, epsilon);
    return normalized(type, X.dtype(), standardized(rounded_to(type, given), epsilon));
  })};
}

Values layer_outputs(const Call& call, const std::vector<Tensor>& lines) {
  return {scaled(lines[0], call.tensor("Scale"), call.maybe("B")), lines[1], lines[2]};
}

Values rms_outputs(const Call& call, const std::vector<Tensor>& lines) {
  return {scaled(lines[0], call.tensor("scale"), nullptr)};
}

// Version 18 has scale and bias by group.
Values group_outputs(const Call& call, const std::vector<Tensor>& lines) {
  const Tensor& X = call.tensor("X");
  const size_t C = has_stash(call) ? X.dim(1) : lines[0].dim(1);
  const Shape by_channels{X.dim(0), C, split_at(X.shape(), 2).after};
  const Tensor channels = has_stash(call) ? lines[0].reshaped(by_channels) : lines[0];
  const Tensor bias = by_channel(call.tensor("bias"), "bias", C);
  return {
      scaled(channels, by_channel(call.tensor("scale"), "scale", C), &bias).reshaped(X.shape())};
}

// The type of the first stage: stash_type, or that of X for operators without it.
DType stage_type(const Call& call) {
  return has_stash(call) ? stash_type(call) : call.tensor("X").dtype();
}

using Lines = std::vector<Tensor> (*)(const Call& call, DType type);
using Outputs = Values (*)(const Call& call, const std::vector<Tensor>& lines);

template <Lines lines, Outputs outputs>
std::optional<Values> bounded(const Call& call) {
  return outputs(
      call, in_stash_or_wider(stage_type(call), [&](DType type) { return lines(call, type); }));
}

// Half of the evaluations are in the wider type.
template <Lines lines, Outputs outputs>
std::optional<Values> sampled(const Call& call) {
  if (!is_narrower_than_float32(stage_type(call)) || evaluation().sampled->fused()) {
    return std::nullopt;
  }
  return outputs(call, lines(call, DType::float32));
}

const Bounds op[] = {{"GroupNormalization", bounded<group_lines, group_outputs>},
                     {"LayerNormalization", bounded<layer_lines, layer_outputs>},
                     {"RMSNormalization", bounded<rms_lines, rms_outputs>}};
const Sampled sampled_normalizations[] = {
    {"GroupNormalization", sampled<group_lines, group_outputs>},
    {"LayerNormalization", sampled<layer_lines, layer_outputs>},
    {"RMSNormalization", sampled<rms_lines, rms_outputs>}};

}  // namespace
}  // namespace etalon
