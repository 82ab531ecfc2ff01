// LayerNormalization: Y = (X − Mean) · InvStdDev · Scale + B, with Mean and InvStdDev =
// 1 / √(variance + epsilon) over the axes from `axis` on.
//   17
#include "engine/numerics/elementwise.h"
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values layer_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const size_t rows = split_at(X.shape(), axis).before;
  const size_t columns = split_at(X.shape(), axis).after;
  // "If stash_type is 1, this operator casts all input variables to 32-bit float, perform the
  // computation, and finally cast Normalized back to the original type of X."
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const std::vector<Tensor> lines =
      by_lines(X.reshaped({rows, columns}), {X.dtype(), stash, stash},
               [&]<class R>(const Array<R>& x, size_t) -> std::vector<Array<R>> {
                 const auto [values, Mean, variance, StdDev] =
                     standardized(rounded_to(stash, x), {1}, epsilon);
                 return {rounded_to(stash, values), Mean, 1 / StdDev};
               });
  const Tensor Normalized = lines[0].reshaped(X.shape());
  const Tensor* B = call.maybe("B");
  at_point("absent", !B);
  if (B) broadcastable(*B, "B", X);
  const Tensor Y = scaled(Normalized, broadcastable(call.tensor("Scale"), "Scale", X), B);
  Shape reduced = X.shape();
  std::fill(reduced.begin() + std::ptrdiff_t(axis), reduced.end(), 1);
  const Shape shape{rows, columns};
  const Tensor open = open_standardized(Y.reshaped(shape), X.reshaped(shape), {1}, epsilon, stash);
  // Normalized · Scale may exceed the type where Y does not.
  const Tensor shifted = step_or_exact(open.reshaped(X.shape()), "overflow_scaled", [&] {
    return elementwise(magnitudes(Normalized).as<double>(),
                       magnitudes(call.tensor("Scale")).as<double>(), std::multiplies());
  });
  const auto statistic = [&](const Tensor& line) {
    return anything(line.reshaped(reduced), "empty_statistics",
                    [&] { return full(reduced, columns == 0); });
  };
  return {shifted, statistic(lines[1]), statistic(lines[2])};
}

const Operator op("LayerNormalization", layer_normalization, {17});

}  // namespace
}  // namespace etalon
