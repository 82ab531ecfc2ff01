// ConvTranspose2dInt: Y = sat8(⌊(Σ Data · Weight + Bias) · scale_o / (scale_x · scale_w) + ½⌋), a
// transposed convolution along two axes; Bias is int32 at scale_x · scale_w.
//   1   (Σ Data · Weight + Bias) / (scale_x · scale_w) in float32 without scale_o and o_bits;
//       output_padding counts. (The document calls it unsupported; the engine honours it.)
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values conv_transpose2d_int(const Call& call) {
  const Tensor& Data = call.tensor("Data");
  if (Data.rank() != 4) {
    throw InvalidInput("Data has the shape {}; its rank is not 4", to_string(Data.shape()));
  }
  const Reals sums = convolved_transposed(call, Data, call.tensor("Weight"), call.maybe("Bias"));
  const double scale = scale_attribute(call, "scale_x") * scale_attribute(call, "scale_w");
  return {from_onnx_layout(call, at_output_scale(call, sums, scale))};
}

const Operator op("ConvTranspose2dInt", conv_transpose2d_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
