// GroupNormalization: Y = scale · (X − mean) / √(variance + epsilon) + bias, with mean and variance
// over the channels of each group and their spatial axes, for each instance.
//   18        scale and bias by group
//   21        scale and bias by channel; stash_type
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

// X as [N, num_groups, …].
Reals by_group(const Call& call, const Tensor& X) {
  require_rank_from("X", X, 2);
  const int64_t num_groups = call.integer("num_groups");
  if (num_groups < 1 || X.dim(1) % size_t(num_groups) != 0) {
    throw InvalidInput("num_groups {} does not divide {} channels", num_groups, X.dim(1));
  }
  const size_t groups = size_t(num_groups), instance = split_at(X.shape(), 1).after;
  return X.reshaped({X.dim(0), groups, instance / groups}).as<double>();
}

// scale · x + bias, where both have one value for each of x's axis 1.
Tensor scaled(const Call& call, const Reals& x) {
  const Tensor& X = call.tensor("X");
  const Reals scale = by_channel(call.tensor("scale"), "scale", x.shape()[1]);
  const Reals bias = by_channel(call.tensor("bias"), "bias", x.shape()[1]);
  return Tensor::of(X.dtype(), x * scale + bias).reshaped(X.shape());
}

Values group_normalization_18(const Call& call) {
  const Reals x = by_group(call, call.tensor("X"));
  return {scaled(call, standardized(x, {2}, call.real("epsilon")).values)};
}

Values group_normalization_21(const Call& call) {
  const Tensor& X = call.tensor("X");
  // "The operator casts all input variables to 32-bit float, performs the computation, and finally
  // casts the normalized results back to the original type of X": stash_type 1.
  const DType stash = stash_type(call);
  const Reals x = round_to(stash, by_group(call, X));
  const double epsilon = round_to(stash, call.real("epsilon"));
  Reals values = round_to(X.dtype(), round_to(stash, standardized(x, {2}, epsilon).values));
  values.reshape(Shape{X.dim(0), X.dim(1), split_at(X.shape(), 2).after});
  return {scaled(call, values)};
}

const Operator op("GroupNormalization",
                  {{group_normalization_18, {18}}, {group_normalization_21, {21}}});

}  // namespace
}  // namespace etalon
