// GatherND: output = data's slices at the index tuples that indices' last axis holds.
//   11
//   12, 13    data and indices share their first batch_dims axes; 13: bfloat16
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values gather_nd(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const int64_t batch_dims = call.since_version() < 12 ? 0 : call.integer("batch_dims");
  if (batch_dims < 0) throw InvalidInput("batch_dims is {}", batch_dims);
  if (indices.rank() > 0 && indices.shape().back() == 0) {
    throw InvalidInput("indices' last axis, the length of a tuple, is 0");
  }
  return {take(data, slice_positions(data.shape(), indices, static_cast<size_t>(batch_dims)))};
}

const Operator op("GatherND", gather_nd, {11, 12, 13});

}  // namespace
}  // namespace etalon
