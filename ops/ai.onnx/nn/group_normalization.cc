// GroupNormalization: Y = scale · (X − mean) / √(variance + epsilon) + bias, with mean and variance
// over the channels of each group and their spatial axes, for each instance.
//   18        scale and bias by group
//   21        scale and bias by channel; stash_type
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

template <class R>
Array<R> standardized(const Array<R>& x, double epsilon) {
  const Array<R> D = x - mean_over(x);
  return D / real::sqrt(mean_over(real::square(D)) + epsilon);
}

Values group_normalization_18(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor groups = by_group(call, X);
  const Tensor scale = by_channel(call.tensor("scale"), "scale", groups.dim(1));
  const Tensor bias = by_channel(call.tensor("bias"), "bias", groups.dim(1));
  const auto formula = [&]<class R>(const Array<R>& x, const Sets& sets) -> Array<R> {
    return standardized(x, call.real("epsilon")) * sets.of<R>(scale) + sets.of<R>(bias);
  };
  return {by_sets(groups, {2}, formula).reshaped(X.shape())};
}

Values group_normalization_21(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor groups = by_group(call, X);
  const Tensor scale = by_channel(call.tensor("scale"), "scale", X.dim(1));
  const Tensor bias = by_channel(call.tensor("bias"), "bias", X.dim(1));
  // "The operator casts all input variables to 32-bit float, performs the computation, and finally
  // casts the normalized results back to the original type of X": stash_type 1.
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const Tensor normalized = by_sets(groups, {2}, [&]<class R>(const Array<R>& x) {
    return rounded_to(stash, standardized(rounded_to(stash, x), epsilon));
  });
  const Tensor channels = normalized.reshaped({X.dim(0), X.dim(1), split_at(X.shape(), 2).after});
  const auto affine = [](const auto& x, const auto& s, const auto& b) { return x * s + b; };
  return {each(channels, scale, bias, affine).reshaped(X.shape())};
}

const Operator op("GroupNormalization",
                  {{group_normalization_18, {18}}, {group_normalization_21, {21}}});

}  // namespace
}  // namespace etalon
