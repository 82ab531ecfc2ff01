// OneHot: output[…, d, …] = on_value where d, the index along the new axis of size `depth`, is
// indices[…], off_value elsewhere; values = [off_value, on_value]. An index out of range gives
// off_value alone.
//   9         indices in [0, depth - 1]
//   11, 28    indices in [-depth, depth - 1], negative ones counting from the end; 28: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

// "In case 'indices' is of non-integer type, the values will be casted to int64 before use."
Ints whole(const Tensor& tensor) {
  if (tensor.dtype() == DType::uint64) {
    return xt::minimum(tensor.as<uint64_t>(), uint64_t{std::numeric_limits<int64_t>::max()});
  }
  return cast(tensor, DType::int64, {.wrap = false}).as<int64_t>();
}

Values one_hot(const Call& call) {
  const Tensor& values = call.tensor("values");
  if (call.tensor("depth").size() != 1 || call.tensor("depth").rank() > 1) {
    throw InvalidInput("depth has the shape {}, not [] or [1]",
                       to_string(call.tensor("depth").shape()));
  }
  require_shape("values", values, {2});
  const int64_t depth = whole(call.tensor("depth")).flat(0);
  if (depth < 0) throw InvalidInput("depth is {}", depth);
  Ints indices = whole(call.tensor("indices"));
  Shape shape = indices.shape();
  const size_t axis = axis_index(call.integer("axis"), shape.size() + 1);
  shape.insert(shape.begin() + std::ptrdiff_t(axis), 1);
  indices.reshape(shape);
  if (call.since_version() >= 11) indices = Ints(xt::where(indices < 0, indices + depth, indices));
  shape[axis] = static_cast<size_t>(depth);
  const Tensor off_value = slice(values, 0, 0, 1), on_value = slice(values, 0, 1, 2);
  return {choose(xt::equal(indices, coordinate(shape, axis)), on_value, off_value)};
}

const Operator op("OneHot", one_hot, {9, 11, 28});

}  // namespace
}  // namespace etalon
