// GroupNormalization: Y = scale · (X − mean) / √(variance + epsilon) + bias, with mean and variance
// over the channels of each group and their spatial axes, for each instance.
//   18        scale and bias by group
//   21        scale and bias by channel; stash_type
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

size_t group_count(const Call& call, const Tensor& X) {
  check_channels(X);
  const int64_t num_groups = call.integer("num_groups");
  if (num_groups < 1 || X.dim(1) % size_t(num_groups) != 0) {
    throw InvalidInput("num_groups {} does not divide {} channels", num_groups, X.dim(1));
  }
  return size_t(num_groups);
}

// x [N·groups, …] scaled and shifted, with a parameter for each of `parts` parts of an instance.
Tensor shifted(const Call& call, Reals x, size_t parts) {
  const Tensor& X = call.tensor("X");
  check_parameter(call.tensor("scale"), "scale", parts);
  check_parameter(call.tensor("bias"), "bias", parts);
  const Reals scale = call.tensor("scale").reshaped({1, parts, 1}).as<double>();
  const Reals bias = call.tensor("bias").reshaped({1, parts, 1}).as<double>();
  const size_t instance = split_at(X.shape(), 1).after;
  x.reshape(Shape{X.dim(0), parts, parts == 0 ? 0 : instance / parts});
  return Tensor::of(X.dtype(), x * scale + bias).reshaped(X.shape());
}

Values group_normalization_18(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t groups = group_count(call, X);
  const size_t columns = split_at(X.shape(), 1).after / groups;
  const Reals x = X.reshaped({X.dim(0) * groups, columns}).as<double>();
  return {shifted(call, standardized(x, call.real("epsilon")).values, groups)};
}

Values group_normalization_21(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t groups = group_count(call, X);
  const size_t columns = split_at(X.shape(), 1).after / groups;
  // "The operator casts all input variables to 32-bit float, performs the computation, and finally
  // casts the normalized results back to the original type of X": stash_type 1.
  const DType stash = stash_type(call);
  const Reals x = round_to(stash, X.reshaped({X.dim(0) * groups, columns}).as<double>());
  const double epsilon = round_to(stash, call.real("epsilon"));
  const Reals values = round_to(stash, standardized(x, epsilon).values);
  return {shifted(call, round_to(X.dtype(), values), X.dim(1))};
}

const Operator op("GroupNormalization",
                  {{group_normalization_18, {18}}, {group_normalization_21, {21}}});

}  // namespace
}  // namespace etalon
