// QLinearDeConv: a transposed convolution; Bias is int32 at BiasScale, DataScale · WeightScale
// unless given.
//
//   Y = sat8(⌊(Σ Data · Weight + Bias) · OutScale / (DataScale · WeightScale) + ½⌋)
//
//   1   output_padding counts. (The document calls it unsupported; the engine honours it.)
// Without Bias there are five inputs, or Bias and BiasScale have empty names.
#include "engine/formula.h"
#include "ops/thinker/windows.h"

namespace etalon::thinker {
namespace {

Values q_linear_de_conv(const Call& call) {
  const double scale = scale_input(call, "DataScale") * scale_input(call, "WeightScale");
  const bool five = call.input_count() == 5;
  const double OutScale = scale_input(call, five ? "Bias" : "OutScale");
  const Tensor* Bias = five ? nullptr : call.maybe("Bias");
  const bool own_scale = Bias && call.maybe("BiasScale");
  const Reals sums = convolved_transposed(call, call.tensor("Data"), call.tensor("Weight"),
                                          own_scale ? nullptr : Bias);
  if (!own_scale) return {from_onnx_layout(call, rescaled(sums, OutScale, scale))};
  const double bias_scale = scale_input(call, "BiasScale");
  const Reals bias = filled_by_channel(sums.shape(), Bias);
  const Reals Y = by_element(sums, bias, [&](double sum, double b) {
    return rounded_sum(sum, scale, b, bias_scale, OutScale);
  });
  return {from_onnx_layout(call, sat8(Y))};
}

const Operator op("QLinearDeConv", q_linear_de_conv, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
