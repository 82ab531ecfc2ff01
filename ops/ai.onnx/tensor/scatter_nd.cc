// ScatterND: data with its slices at the index tuples that indices' last axis holds replaced by
// those of updates. Two different values for one element are an error unless they are reduced.
//   11, 13    13: bfloat16
//   16        reduction add or mul: output[…] = output[…] + updates[…], in turn
//   18        reduction min or max
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values scatter_nd(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Ints at = slice_positions(data.shape(), call.tensor("indices"), 0);
  return {scattered(data, at, call.tensor("updates"), reduction_of(call))};
}

const Operator op("ScatterND", scatter_nd, {11, 13, 16, 18});

}  // namespace
}  // namespace etalon
