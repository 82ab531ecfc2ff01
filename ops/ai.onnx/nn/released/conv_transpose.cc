// ConvTranspose with the greater half of an odd padding before Y for SAME_UPPER, after it
// otherwise.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {
namespace {

Values conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const bool is_upper = call.text("auto_pad", "NOTSET") == "SAME_UPPER";
  const Window window = transposed_window(call, !is_upper);
  return {transposed_convolution(X, W, call.maybe("B"), window, group_of(call, X, W))};
}

const Released op("ConvTranspose", {"convtranspose-same-lower"}, conv_transpose);

}  // namespace
}  // namespace etalon
