// ConvTranspose: the bounds and samples of the convolutions that it consists of.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/kept_sums.h"

namespace etalon {
namespace {

const Bounds op("ConvTranspose", [](const Call& call) -> std::optional<Values> {
  const auto Y = convolved_transposed(call, transposed_window(call));
  return Y ? std::optional(Values{kept_sums(*Y)}) : std::nullopt;
});
const Sampled samples("ConvTranspose", [](const Call& call) -> std::optional<Values> {
  const auto Y = convolved_transposed(call, transposed_window(call));
  return Y ? std::optional(Values{kept_samples(*Y)}) : std::nullopt;
});

}  // namespace
}  // namespace etalon
