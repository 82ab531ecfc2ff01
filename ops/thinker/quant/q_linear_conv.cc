// QLinearConv: a convolution padded with 0; Bias is int32 at DataScale · WeightScale.
//
//   Y = sat8(⌊(Σ Data · Weight + Bias) · OutputScale / (DataScale · WeightScale) + ½⌋)
//
//   1   the zero points are required and not used
#include "ops/thinker/windows.h"

namespace etalon::thinker {
namespace {

Values q_linear_conv(const Call& call) {
  const Reals sums =
      convolved(call, call.tensor("Data"), call.tensor("Weight"), call.maybe("Bias"));
  const double scale = scale_input(call, "DataScale") * scale_input(call, "WeightScale");
  return {from_onnx_layout(call, rescaled(sums, scale_input(call, "OutputScale"), scale))};
}

const Operator op("QLinearConv", q_linear_conv, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
