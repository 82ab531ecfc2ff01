// ScatterND: output = data, then output[indices[i…], j…] = updates[i…, j…]: data's slices at the
// index tuples that indices' last axis holds are replaced. Two different values for one element are
// an error unless they are reduced.
//   11, 13    13: bfloat16
//   16        reduction add or mul: output[…] = output[…] + updates[i…, j…], in turn
//   18        reduction min or max
#include "ops/ai.onnx/tensor/indices.h"
#include "ops/ai.onnx/tensor/scattered.h"

namespace etalon {
namespace {

Values scatter_nd(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const Tensor& updates = call.tensor("updates");
  const auto [batch, tuples, indexed, slice] = tuple_shapes(data, indices, 0);
  const std::vector<Ints> index = entries_of_tuples(indices, indexed);
  const Reduction reduction = reduction_of(call);
  require_shape("updates", updates, joined(tuples, slice));
  if (updates.size() == 0) return {data};
  Ints slices = broadcast_array(positions_at(indexed, index), tuples);
  slices.reshape({slices.size(), 1});
  const Ints j = positions({element_count(slice)});
  const Ints at = slices * static_cast<int64_t>(j.size()) + j;
  return {scattered(data, at, updates, reduction)};
}

const Operator op("ScatterND", scatter_nd, {11, 13, 16, 18});

}  // namespace
}  // namespace etalon
