// Scatter: output = data, then output[indices[i][j][k]][j][k] = updates[i][j][k] for axis 0, and so
// for each axis.
//   9         indices in [0, s-1]
//   11        indices in [-s, s-1]; deprecated for ScatterElements
#include "ops/ai.onnx/tensor/indices.h"
#include "ops/ai.onnx/tensor/scattered.h"

namespace etalon {
namespace {

Values scatter(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const Tensor& updates = call.tensor("updates");
  for (const int64_t index : indices.ints()) {
    if (index < 0 && call.since_version() < 11) throw InvalidInput("index {} is negative", index);
  }
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  require_elements(data, indices, axis);
  std::vector<Ints> index = coordinates(indices.shape());  // i, j, k
  index[axis] = entries(indices, data.dim(axis));
  require_shape("updates", updates, indices.shape());
  return {overwritten(data, positions_at(data.shape(), index), updates)};
}

const Operator op("Scatter", scatter, {9, 11});

}  // namespace
}  // namespace etalon
