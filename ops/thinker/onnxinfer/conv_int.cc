// Conv1dInt, Conv2dInt: a convolution along one or two axes padded with 0; Bias is int32 at
// scale_x · scale_w.
//
//   Y = sat8(⌊(Σ Data · Weight + Bias) · scale_o / (scale_x · scale_w) + ½⌋)
//   Y = (Σ Data · Weight + Bias) / (scale_x · scale_w) in float32 without scale_o and o_bits
//
//   1
//       o_bits 16 and 32 give int16 and int32, which saturate likewise; the other attributes of the
//       platform (thinker.h) change nothing
#include "engine/formula.h"
#include "ops/thinker/windows.h"

namespace etalon::thinker {
namespace {

template <size_t axes>
Values conv_int(const Call& call) {
  const Tensor& Data = call.tensor("Data");
  require_rank("Data", Data, axes + 2);
  const Reals sums = convolved(call, Data, call.tensor("Weight"), call.maybe("Bias"));
  const double scale = scale_attribute(call, "scale_x") * scale_attribute(call, "scale_w");
  return {from_onnx_layout(call, at_output_scale(call, sums, scale))};
}

const Operator op[] = {{"Conv1dInt", conv_int<1>, {1}, "thinker"},
                       {"Conv2dInt", conv_int<2>, {1}, "thinker"}};

}  // namespace
}  // namespace etalon::thinker
