// Gather: output = data's entries `indices` along axis; indices' axes take the place of that axis.
//   1         indices in [0, s-1]
//   11, 13    indices in [-s, s-1]; 13: more types
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values gather(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& indices = call.tensor("indices");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  const auto size = static_cast<int64_t>(data.dim(axis));
  const int64_t least = call.since_version() < 11 ? 0 : -size;
  std::vector<size_t> entries;
  for (const int64_t index : indices.ints()) {
    if (index < least || index >= size) {
      throw InvalidInput("index {} is outside [{}, {}]", index, least, size - 1);
    }
    entries.push_back(static_cast<size_t>(index < 0 ? index + size : index));
  }
  Shape shape = data.shape();
  const auto at = shape.erase(shape.begin() + std::ptrdiff_t(axis));
  shape.insert(at, indices.shape().begin(), indices.shape().end());
  return {pick(data, axis, entries).reshaped(shape)};
}

const Operator op("Gather", gather, {1, 11, 13});

}  // namespace
}  // namespace etalon
