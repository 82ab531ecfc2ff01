// ConvTranspose by products of matrices.
#include "ops/ai.onnx/nn/conv_transpose.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/quick/transposed_sums.h"

namespace etalon {
namespace {

Array<Ball> sums(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  return transposed_sums(X, W, call.maybe("B"), transposed_window(call), group_of(call, X, W));
}

const Quick op("ConvTranspose", sums);

}  // namespace
}  // namespace etalon
