// Caffe2ConvTranspose by products of matrices.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {
namespace {

std::optional<Values> caffe2_conv_transpose(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& filter = call.tensor("filter");
  Window window = covering_window(call, X, filter);
  for (Sliding& s : window) cut_pads(s);
  const size_t group = group_of(call, X, filter);
  const auto Y = transposed_convolution(X, filter, call.maybe("bias"), window, group);
  return Y ? std::optional(Values{*Y}) : std::nullopt;
}

const Quick op("Caffe2ConvTranspose", caffe2_conv_transpose);

}  // namespace
}  // namespace etalon
