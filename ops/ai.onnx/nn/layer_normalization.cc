// LayerNormalization: Y = (X − Mean) · InvStdDev · Scale + B, with Mean and InvStdDev =
// 1 / √(variance + epsilon) over the axes from `axis` on.
//   1     ONNX Runtime's: before 17, and with Scale, B and Y of another type than X
//   17
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

struct LayerOperands {
  const Tensor &X, &Scale;
  const Tensor* B;
  std::vector<size_t> axes;
};

LayerOperands layer_operands(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& Scale = broadcastable(call.tensor("Scale"), "Scale", X);
  const Tensor* B = call.maybe("B");
  if (B) broadcastable(*B, "B", X);
  return {X, Scale, B, axes_from(axis_index(call.integer("axis"), X.rank()), X.rank())};
}

Values layer_normalization(const Call& call) {
  const auto& [X, Scale, B, axes] = layer_operands(call);
  // "If stash_type is 1, this operator casts all input variables to 32-bit float, perform the
  // computation, and finally cast Normalized back to the original type of X."
  const DType stash = stash_type(call);
  const double epsilon = round_to(stash, call.real("epsilon"));
  const std::vector<Tensor> results =
      by_sets(X, axes, {X.dtype(), stash, stash}, [&]<class R>(const Array<R>& given) -> Arrays<R> {
        const Array<R> x = rounded_to(stash, given);
        const Array<R> Mean = mean_over(x), D = x - Mean;
        const Array<R> StdDev = real::sqrt(mean_over(real::square(D)) + epsilon);
        return {rounded_to(stash, Array<R>(D / StdDev)), Mean, 1 / StdDev};
      });
  const Tensor &Normalized = results[0], &Mean = results[1], &InvStdDev = results[2];
  const auto scaled = [](const auto& x, const auto& s) { return x * s; };
  const auto biased = [](const auto& x, const auto& s, const auto& b) { return x * s + b; };
  const Tensor Y = B ? each(Normalized, Scale, *B, biased) : each(Normalized, Scale, scaled);
  return {Y, Mean, InvStdDev};
}

// As 17, but that nothing is rounded to X's type in between.
Values layer_normalization_1(const Call& call) {
  const LayerOperands given = layer_operands(call);
  const Tensor &X = given.X, &Scale = given.Scale, *B = given.B;
  const DType stash = stash_type(call);
  const double epsilon = call.real("epsilon");
  const std::vector<Tensor> outputs =
      by_sets(X, given.axes, {Scale.dtype(), stash, stash},
              [&]<class R>(const Array<R>& x, const Sets& sets) -> Arrays<R> {
                const Array<R> Mean = mean_over(x), D = x - Mean;
                const Array<R> StdDev = real::sqrt(mean_over(real::square(D)) + epsilon);
                const Array<R> Y = D / StdDev * sets.elements<R>(Scale);
                return {B ? Array<R>(Y + sets.elements<R>(*B)) : Y, Mean, 1 / StdDev};
              });
  return {outputs[0], outputs[1], outputs[2]};
}

const Operator op("LayerNormalization",
                  {{layer_normalization_1, {1}}, {layer_normalization, {17}}});

}  // namespace
}  // namespace etalon
