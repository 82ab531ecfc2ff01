// Scatter: data with output[indices[i][j]][j] = updates[i][j] for axis 0, and so for each axis.
//   9         indices in [0, s-1]
//   11        indices in [-s, s-1]; deprecated for ScatterElements
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values scatter(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const int64_t entries =
      data.rank() == 0 ? 0 : int64_t(data.dim(axis_index(call.integer("axis"), data.rank())));
  for (const int64_t index : indices.ints()) {
    at_point("index_9", call.since_version() < 11 && (index < 0 || index >= entries));
    if (index < 0 && call.since_version() < 11) throw InvalidInput("index {} is negative", index);
  }
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  const Ints at = element_positions(data.shape(), indices, axis);
  return {scattered(data, at, call.tensor("updates"))};
}

const Operator op("Scatter", scatter, {9, 11});

}  // namespace
}  // namespace etalon
