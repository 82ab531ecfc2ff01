// GatherND: output[i…, j…] = data[indices[i…], j…]: data's slices at the index tuples that indices'
// last axis holds.
//   11
//   12, 13    data and indices share their first batch_dims axes, in which a slice is found at the
//             place of its tuple: output[b…, i…, j…] = data[b…, indices[b…, i…], j…]; 13: bfloat16
#include "ops/ai.onnx/tensor/indices.h"

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
  const auto [batch, tuples, indexed, slice] = tuple_shapes(data, indices, size_t(batch_dims));
  // b…, then indices[b…, i…].
  std::vector<Ints> index = coordinates(tuples);
  index.resize(batch.size());
  for (const Ints& entry : entries_of_tuples(indices, indexed)) index.push_back(entry);
  const Shape rows = joined(batch, indexed);
  const Ints at = positions_at(rows, index);
  const Tensor slices = data.reshaped({element_count(rows), element_count(slice)});
  return {pick(slices, 0, {at.begin(), at.end()}).reshaped(joined(tuples, slice))};
}

const Operator op("GatherND", gather_nd, {11, 12, 13});

}  // namespace
}  // namespace etalon
