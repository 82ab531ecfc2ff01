// SimplifiedLayerNormalization: Y = X · inv_std_var · scale with inv_std_var = 1 / √(mean of X² +
// epsilon), the mean over the axes from `axis` on.
//   1
// ONNX Runtime registers it in ai.onnx. Its text is the name; the formula is measured of
// onnxruntime 1.32.0.
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values simplified_layer_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& scale = broadcastable(call.tensor("scale"), "scale", X);
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const double epsilon = call.real("epsilon");
  const std::vector<Tensor> outputs =
      by_sets(X, axes_from(axis, X.rank()), {scale.dtype(), stash_type(call)},
              [&]<class R>(const Array<R>& x, const Sets& sets) -> Arrays<R> {
                const Array<R> RMS = real::sqrt(mean_over(real::square(x)) + epsilon);
                return {Array<R>(x / RMS * sets.elements<R>(scale)), 1 / RMS};
              });
  return {outputs[0], outputs[1]};
}

const Operator op("SimplifiedLayerNormalization", simplified_layer_normalization, {1});

}  // namespace
}  // namespace etalon
