// RMSNormalization: Y = X / RMS · scale with RMS = √(mean of X² + epsilon), the mean over the axes
// from `axis` on.
//   23
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values rms_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& scale = call.tensor("scale");
  const auto [rows, columns] = split_at(X.shape(), axis_index(call.integer("axis"), X.rank()));
  // "If stash_type is 1, this operator casts all input variables to 32-bit float, perform the
  // computation, and finally cast Normalized back to the original type of X."
  const DType stash = stash_type(call);
  const Reals x = round_to(stash, X.reshaped({rows, columns}).as<double>());
  const double epsilon = round_to(stash, call.real("epsilon"));
  const Reals XSquared = x * x;
  const Reals RMS = xt::sqrt(mean_over(XSquared, {1}) + epsilon);
  Reals Normalized = round_to(X.dtype(), round_to(stash, x / RMS));
  Normalized.reshape(X.shape());
  return {Tensor::of(scale.dtype(), Normalized * broadcastable(scale, "scale", X))};
}

const Operator op("RMSNormalization", rms_normalization, {23});

}  // namespace
}  // namespace etalon
