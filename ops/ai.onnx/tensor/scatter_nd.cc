// ScatterND: data with its slices at the index tuples that indices' last axis holds replaced by
// those of updates. Two different values for one element are an error unless they are reduced.
//   11, 13    13: bfloat16
//   16        reduction add or mul: output[…] = output[…] + updates[…], in turn
//   18        reduction min or max
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

// True if a tuple names no slice of the shape.
bool any_outside(const Shape& data, const Tensor& indices) {
  if (indices.rank() == 0 || indices.shape().back() > data.size()) return false;
  const Ints at = indices.as<int64_t>();
  for (size_t i = 0; i < at.size(); ++i) {
    const auto size = static_cast<int64_t>(data[i % indices.shape().back()]);
    if (at.data()[i] < -size || at.data()[i] >= size) return true;
  }
  return false;
}

Values scatter_nd(const Call& call) {
  const Tensor& data = call.tensor("data");
  at_point("index", any_outside(data.shape(), call.tensor("indices")));
  const Ints at = slice_positions(data.shape(), call.tensor("indices"), 0);
  return {scattered(data, at, call.tensor("updates"), reduction_of(call))};
}

const Operator op("ScatterND", scatter_nd, {11, 13, 16, 18});

}  // namespace
}  // namespace etalon
