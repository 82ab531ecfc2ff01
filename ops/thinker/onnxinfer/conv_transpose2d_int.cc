// ConvTranspose2dInt: a transposed convolution along two axes; Bias is int32 at scale_x · scale_w.
//
//   Y = sat8(⌊(Σ Data · Weight + Bias) · scale_o / (scale_x · scale_w) + ½⌋)
//   Y = (Σ Data · Weight + Bias) / (scale_x · scale_w) in float32 without scale_o and o_bits
//
//   1   output_padding counts. (The document calls it unsupported; the engine honours it.)
//       o_bits 16 and 32 give int16 and int32, which saturate likewise; the other attributes of the
//       platform (thinker.h) change nothing
#include "engine/formula.h"
#include "ops/thinker/windows.h"

namespace etalon::thinker {
namespace {

Values conv_transpose2d_int(const Call& call) {
  const Tensor& Data = call.tensor("Data");
  require_rank("Data", Data, 4);
  const Reals sums = convolved_transposed(call, Data, call.tensor("Weight"), call.maybe("Bias"));
  const double scale = scale_attribute(call, "scale_x") * scale_attribute(call, "scale_w");
  return {from_onnx_layout(call, at_output_scale(call, sums, scale))};
}

const Operator op("ConvTranspose2dInt", conv_transpose2d_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
