// GatherElements: output[i][j][k] = data[indices[i][j][k]][j][k] for axis 0, and so for each axis.
//   11, 13    13: bfloat16
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values gather_elements(const Call& call) {
  const Tensor& data = call.tensor("data");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  return {take(data, element_positions(data.shape(), call.tensor("indices"), axis))};
}

const Operator op("GatherElements", gather_elements, {11, 13});

}  // namespace
}  // namespace etalon
