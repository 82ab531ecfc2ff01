// ConvTranspose as convolutions, one for each remainder of a place by the strides.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

std::optional<Values> conv_transpose(const Call& call) {
  const auto Y = convolved_transposed(call, transposed_window(call));
  return Y ? std::optional(Values{*Y}) : std::nullopt;
}

const Quick op("ConvTranspose", conv_transpose);

}  // namespace
}  // namespace etalon
