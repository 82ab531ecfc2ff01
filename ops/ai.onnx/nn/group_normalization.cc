// GroupNormalization: Y = scale · (X − mean) / √(variance + epsilon) + bias, with mean and variance
// over the channels of each group and their spatial axes, for each instance.
//   18        scale and bias by group
//   21        scale and bias by channel; stash_type
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

// X as [N, num_groups, …].
Tensor by_group(const Call& call, const Tensor& X) {
  require_rank_from("X", X, 2);
  const int64_t num_groups = call.integer("num_groups");
  if (num_groups < 1 || X.dim(1) % size_t(num_groups) != 0) {
    throw InvalidInput("num_groups {} does not divide {} channels", num_groups, X.dim(1));
  }
  const size_t groups = size_t(num_groups), instance = split_at(X.shape(), 1).after;
  return X.reshaped({X.dim(0), groups, instance / groups});
}

Values group_normalization_18(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor groups = by_group(call, X);
  const Tensor scale = by_channel(call.tensor("scale"), "scale", groups.dim(1));
  const Tensor bias = by_channel(call.tensor("bias"), "bias", groups.dim(1));
  const Tensor Y = over_reals(X.dtype(), [&]<class R>() {
    const Array<R> values = standardized(elements_of<R>(groups), {2}, call.real("epsilon")).values;
    const Array<R> y = values * elements_of<R>(scale) + elements_of<R>(bias);
    return rounded(X.dtype(), y, groups.shape());
  });
  return {open_standardized(Y, groups, {2}, call.real("epsilon"), X.dtype()).reshaped(X.shape())};
}

Values group_normalization_21(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor groups = by_group(call, X);
  const Shape channels{X.dim(0), X.dim(1), split_at(X.shape(), 2).after};
  const Tensor scale = by_channel(call.tensor("scale"), "scale", X.dim(1));
  const Tensor bias = by_channel(call.tensor("bias"), "bias", X.dim(1));
  // "The operator casts all input variables to 32-bit float, performs the computation, and finally
  // casts the normalized results back to the original type of X": stash_type 1.
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const Tensor values = over_reals(X.dtype(), [&]<class R>() {
    const Array<R> x = rounded_to(stash, elements_of<R>(groups));
    const Array<R> normalized = rounded_to(stash, standardized(x, {2}, epsilon).values);
    return rounded(X.dtype(), normalized, channels);
  });
  const Tensor Y = scaled(values, scale, &bias).reshaped(groups.shape());
  return {open_standardized(Y, groups, {2}, epsilon, stash).reshaped(X.shape())};
}

const Operator op("GroupNormalization",
                  {{group_normalization_18, {18}}, {group_normalization_21, {21}}});

}  // namespace
}  // namespace etalon
