// GatherND: output = data's slices at the index tuples that indices' last axis holds.
//   11
//   12, 13    the first batch_dims axes are data's and indices' in common; 13: bfloat16
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Values gather_nd_by(const Call& call, int64_t batch_dims) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  if (indices.rank() > 0 && indices.shape().back() == 0) throw InvalidInput("a tuple is empty");
  if (batch_dims < 0) throw InvalidInput("batch_dims is {}", batch_dims);
  return {take(data, slice_positions(data.shape(), indices, static_cast<size_t>(batch_dims)))};
}

Values gather_nd_11(const Call& call) { return gather_nd_by(call, 0); }
Values gather_nd_12(const Call& call) { return gather_nd_by(call, call.integer("batch_dims")); }

const Operator op("GatherND", {{gather_nd_11, {11}}, {gather_nd_12, {12, 13}}});

}  // namespace
}  // namespace etalon
