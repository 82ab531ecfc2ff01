// GatherElements: output[i][j][k] = data[indices[i][j][k]][j][k] for axis 0, and so for each axis.
//   11, 13    13: bfloat16
#include "ops/ai.onnx/tensor/indices.h"

namespace etalon {
namespace {

Values gather_elements(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  require_elements(data, indices, axis);
  std::vector<Ints> index = coordinates(indices.shape());  // i, j, k
  index[axis] = entries(indices, data.dim(axis));
  return {take(data, positions_at(data.shape(), index))};
}

const Operator op("GatherElements", gather_elements, {11, 13});

}  // namespace
}  // namespace etalon
