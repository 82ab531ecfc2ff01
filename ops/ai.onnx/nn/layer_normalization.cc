// LayerNormalization: Y = (X − Mean) · InvStdDev · Scale + B, with Mean and InvStdDev =
// 1 / √(variance + epsilon) over the axes from `axis` on.
//   17
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values layer_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& Scale = broadcastable(call.tensor("Scale"), "Scale", X);
  const Tensor* B = call.maybe("B");
  if (B) broadcastable(*B, "B", X);
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  // "If stash_type is 1, this operator casts all input variables to 32-bit float, perform the
  // computation, and finally cast Normalized back to the original type of X."
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const std::vector<Tensor> lines =
      by_sets(X, axes_from(axis, X.rank()), {X.dtype(), stash, stash},
              [&]<class R>(const Array<R>& given) -> Arrays<R> {
                const Array<R> x = rounded_to(stash, given);
                const Array<R> Mean = mean_over(x), D = x - Mean;
                const Array<R> StdDev = real::sqrt(mean_over(real::square(D)) + epsilon);
                return {rounded_to(stash, Array<R>(D / StdDev)), Mean, 1 / StdDev};
              });
  const Tensor& Normalized = lines[0];
  const Tensor scaled = each(Normalized, Scale, [](const auto& x, const auto& s) { return x * s; });
  const auto affine = [](const auto& x, const auto& s, const auto& b) { return x * s + b; };
  return {B ? each(Normalized, Scale, *B, affine) : scaled, lines[1], lines[2]};
}

const Operator op("LayerNormalization", layer_normalization, {17});

}  // namespace
}  // namespace etalon
