// RMSNormalization: Y = X / RMS · scale with RMS = √(mean of X² + epsilon), the mean over the axes
// from `axis` on.
//   23
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values rms_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& scale = broadcastable(call.tensor("scale"), "scale", X);
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  // "If stash_type is 1, this operator casts all input variables to 32-bit float, perform the
  // computation, and finally cast Normalized back to the original type of X."
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const Tensor Normalized =
      by_sets(X, axes_from(axis, X.rank()), [&]<class R>(const Array<R>& given) {
        const Array<R> x = rounded_to(stash, given);
        const Array<R> RMS = real::sqrt(mean_over(real::square(x)) + epsilon);
        return rounded_to(stash, Array<R>(x / RMS));
      });
  const auto product = [](const auto& x, const auto& s) { return x * s; };
  return {each(scale.dtype(), Normalized, scale, product)};
}

const Operator op("RMSNormalization", rms_normalization, {23});

}  // namespace
}  // namespace etalon
