// ScatterElements: output = data, then output[indices[i][j][k]][j][k] = updates[i][j][k] for axis
// 0, and so for each axis. Two different values for one element are an error unless they are
// reduced.
//   11, 13    13: bfloat16
//   16        reduction add or mul: output[…] = output[…] + updates[i][j][k], in turn
//   18        reduction min or max
#include "ops/ai.onnx/tensor/indices.h"
#include "ops/ai.onnx/tensor/scattered.h"

namespace etalon {
namespace {

Values scatter_elements(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const Tensor& updates = call.tensor("updates");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  require_elements(data, indices, axis);
  std::vector<Ints> index = coordinates(indices.shape());  // i, j, k
  index[axis] = entries(indices, data.dim(axis));
  const Ints at = positions_at(data.shape(), index);
  const Reduction reduction = reduction_of(call);
  require_shape("updates", updates, indices.shape());
  return {scattered(data, at, updates, reduction)};
}

const Operator op("ScatterElements", scatter_elements, {11, 13, 16, 18});

}  // namespace
}  // namespace etalon
