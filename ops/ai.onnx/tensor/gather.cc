// Gather: output[j…][k] = data[indices[j…]][k] for axis 0, and so for each axis: data's entries
// `indices` along it; indices' axes take its place.
//   1         indices in [0, s-1]
//   11, 13    indices in [-s, s-1]; 13: more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values gather(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  std::vector<size_t> entries;
  for (const int64_t index : indices.ints()) {
    if (index < 0 && call.since_version() < 11) throw InvalidInput("index {} is negative", index);
    entries.push_back(entry_index(index, data.dim(axis)));
  }
  Shape shape = data.shape();
  const auto place = shape.erase(shape.begin() + std::ptrdiff_t(axis));
  shape.insert(place, indices.shape().begin(), indices.shape().end());
  return {pick(data, axis, entries).reshaped(shape)};
}

const Operator op("Gather", gather, {1, 11, 13});

}  // namespace
}  // namespace etalon
