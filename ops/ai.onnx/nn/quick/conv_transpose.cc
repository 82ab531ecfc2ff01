// ConvTranspose as convolutions, one for each remainder of a place by the strides.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {
namespace {

std::optional<Values> conv_transpose(const Call& call) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  const auto Y =
      transposed_convolution(X, W, call.maybe("B"), transposed_window(call), group_of(call, X, W));
  return Y ? std::optional(Values{*Y}) : std::nullopt;
}

const Quick op("ConvTranspose", conv_transpose);

}  // namespace
}  // namespace etalon
