// Expand: output = input broadcast with `shape`, both ways: 1 in shape keeps input's dimension.
//   8, 13     13: bfloat16
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

Values expand(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Shape shape = to_shape(list_of(call, "shape"));
  return {broadcast_to(input, broadcast_shapes(input.shape(), shape))};
}

const Operator op("Expand", expand, {8, 13});

}  // namespace
}  // namespace etalon
