// ScatterElements: data with output[indices[i][j]][j] = updates[i][j] for axis 0, and so for each
// axis. Two different values for one element are an error unless they are reduced.
//   11, 13    13: bfloat16
//   16        reduction add or mul: output[…] = output[…] + updates[i][j], in turn
//   18        reduction min or max
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values scatter_elements(const Call& call) {
  const Tensor& data = call.tensor("data");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  const Ints at = element_positions(data.shape(), call.tensor("indices"), axis);
  return {scattered(data, at, call.tensor("updates"), reduction_of(call),
                    call.since_version() < 16 ? "duplicates" : "duplicates_none")};
}

const Operator op("ScatterElements", scatter_elements, {11, 13, 16, 18});

}  // namespace
}  // namespace etalon
