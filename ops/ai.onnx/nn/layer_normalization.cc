// LayerNormalization: Y = (X − Mean) · InvStdDev · Scale + B, with Mean and InvStdDev =
// 1 / √(variance + epsilon) over the axes from `axis` on.
//   17
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values layer_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const auto [rows, columns] = split_at(X.shape(), axis);
  // "If stash_type is 1, this operator casts all input variables to 32-bit float, perform the
  // computation, and finally cast Normalized back to the original type of X."
  const DType stash = stash_type(call);
  const Reals x = round_to(stash, X.reshaped({rows, columns}).as<double>());
  const double epsilon = round_to(stash, call.real("epsilon"));
  const auto [values, Mean, Var, StdDev] = standardized(x, {1}, epsilon);
  Reals Normalized = round_to(X.dtype(), round_to(stash, values));
  Normalized.reshape(X.shape());
  Reals Y =
      elementwise(Normalized, broadcastable(call.tensor("Scale"), "Scale", X), std::multiplies());
  if (const Tensor* B = call.maybe("B")) Y = elementwise(Y, broadcastable(*B, "B", X), std::plus());
  Shape reduced = X.shape();
  std::fill(reduced.begin() + std::ptrdiff_t(axis), reduced.end(), 1);
  return {Tensor::of(X.dtype(), Y), Tensor::of(stash, Mean).reshaped(reduced),
          Tensor::of(stash, 1 / StdDev).reshaped(reduced)};
}

const Operator op("LayerNormalization", layer_normalization, {17});

}  // namespace
}  // namespace etalon
