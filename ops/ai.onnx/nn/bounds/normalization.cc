// LayerNormalization, GroupNormalization and RMSNormalization: the first stage in stash_type, as
// the text says, whatever the type of X is; and the variance also as the function bodies have it,
// the mean of the squares less the square of the mean.
#include "ops/ai.onnx/nn/normalization.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/nn/bounds/deviation.h"

namespace etalon {
namespace {

// f() of a runtime that computes it in this type.
template <class F>
auto computed_in(DType type, F f) {
  Rounding rounding = has_rounding(type) ? rounding_of(type) : *evaluation().rounding;
  rounding.worst = evaluation().rounding->worst;
  const Setting scope(&Evaluation::rounding, &rounding);
  return f();
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
  return B ? each(Normalized, scale, *B, affine) : each(scale.dtype(), Normalized, scale, product);
}

std::optional<Values> layer_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = axes_from(axis_index(call.integer("axis"), X.rank()), X.rank());
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const auto formula = [&]<class R>(const Array<R>& given) -> Arrays<R> {
    const Array<R> x = rounded_to(stash, given), Mean = mean_over(x);
    const Array<R> InvStdDev = 1 / either_deviation(x, Mean, epsilon);
    return {normalized(stash, X.dtype(), Array<R>((x - Mean) * InvStdDev)), Mean, InvStdDev};
  };
  const std::vector<Tensor> lines = computed_in(stash, [&] {
    return by_sets(X, axes, {X.dtype(), stash, stash}, formula);
  });
  return Values{scaled(lines[0], call.tensor("Scale"), call.maybe("B")), lines[1], lines[2]};
}

std::optional<Values> rms_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = axes_from(axis_index(call.integer("axis"), X.rank()), X.rank());
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const auto formula = [&]<class R>(const Array<R>& given) -> Array<R> {
    const Array<R> x = rounded_to(stash, given);
    const Array<R> RMS = real::sqrt(mean_over(real::square(x)) + epsilon);
    return normalized(stash, X.dtype(), Array<R>(x / RMS));
  };
  const Tensor Normalized = computed_in(stash, [&] { return by_sets(X, axes, formula); });
  return Values{scaled(Normalized, call.tensor("scale"), nullptr)};
}

std::optional<Values> group_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor groups = by_group(call, X);
  const bool has_stash = call.since_version() >= 21;
  const DType stash = has_stash ? stash_type(call) : X.dtype();
  const double epsilon = has_stash ? round_to(stash, call.real("epsilon")) : call.real("epsilon");
  const auto formula = [&]<class R>(const Array<R>& given) -> Array<R> {
    if (!has_stash) return standardized(given, epsilon);
    return normalized(stash, X.dtype(), standardized(rounded_to(stash, given), epsilon));
  };
  const Tensor Normalized = computed_in(stash, [&] { return by_sets(groups, {2}, formula); });
  // Version 18 has scale and bias by group.
  const size_t C = has_stash ? X.dim(1) : groups.dim(1);
  const Tensor channels =
      has_stash ? Normalized.reshaped({X.dim(0), C, split_at(X.shape(), 2).after}) : Normalized;
  const Tensor bias = by_channel(call.tensor("bias"), "bias", C);
  return Values{
      scaled(channels, by_channel(call.tensor("scale"), "scale", C), &bias).reshaped(X.shape())};
}

const Bounds op[] = {{"GroupNormalization", group_normalization},
                     {"LayerNormalization", layer_normalization},
                     {"RMSNormalization", rms_normalization}};

}  // namespace
}  // namespace etalon
