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
  const double epsilon = round_to(stash, call.real("epsilon"));
  const Tensor Normalized =
      by_line(X.reshaped({rows, columns}), X.dtype(), [&]<class R>(const Array<R>& given) {
        const Array<R> x = rounded_to(stash, given);
        const Array<R> RMS = real::sqrt(mean_over(real::square(x), {1}) + epsilon);
        return rounded_to(stash, Array<R>(x / RMS));
      });
  broadcastable(scale, "scale", X);
  const Tensor Y = over_reals(scale.dtype(), [&]<class R>() {
    return rounded(scale.dtype(),
                   elements_of<R>(Normalized.reshaped(X.shape())) * elements_of<R>(scale));
  });
  const Shape shape{rows, columns};
  return {open_standardized(Y.reshaped(shape), X.reshaped(shape), {1}, epsilon, stash)
              .reshaped(X.shape())};
}

const Operator op("RMSNormalization", rms_normalization, {23});

}  // namespace
}  // namespace etalon
