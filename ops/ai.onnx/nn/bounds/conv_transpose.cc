// ConvTranspose: the bounds and samples of the convolutions that it consists of.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/kept_sums.h"
#include "ops/ai.onnx/nn/transposed_convolution.h"

namespace etalon {
namespace {

std::optional<Tensor> sums(const Call& call) {
  const Tensor &X = call.tensor("X"), &W = call.tensor("W");
  return transposed_convolution(X, W, call.maybe("B"), transposed_window(call),
                                group_of(call, X, W));
}

const Bounds op("ConvTranspose", [](const Call& call) -> std::optional<Values> {
  const auto Y = sums(call);
  return Y ? std::optional(Values{kept_sums(*Y)}) : std::nullopt;
});
const Sampled samples("ConvTranspose", [](const Call& call) -> std::optional<Values> {
  const auto Y = sums(call);
  return Y ? std::optional(Values{kept_samples(*Y)}) : std::nullopt;
});

}  // namespace
}  // namespace etalon
