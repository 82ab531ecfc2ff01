// OneHot: a new axis of size `depth`: on_value where its index is indices', off_value elsewhere;
// values = [off_value, on_value]. An index out of range gives off_value alone.
//   9         indices in [0, depth - 1]
//   11, 28    indices in [-depth, depth - 1], negative ones counting from the end; 28: bfloat16
#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"

namespace etalon::one_hot_operator {
namespace {

// "In case 'indices' is of non-integer type, the values will be casted to int64 before use."
Ints whole(const Tensor& tensor) {
  if (tensor.dtype() == DType::uint64) {
    return xt::minimum(tensor.as<uint64_t>(), uint64_t{std::numeric_limits<int64_t>::max()});
  }
  return cast(tensor, DType::int64, {.wrap = false}).as<int64_t>();
}

Values one_hot(const Call& call) {
  const Tensor& indices = call.tensor("indices");
  const Tensor& values = call.tensor("values");
  const Tensor& depth_input = call.tensor("depth");
  if (values.shape() != Shape{2}) throw InvalidInput("values is no pair");
  if (depth_input.size() != 1) throw InvalidInput("depth is no scalar");
  const int64_t depth = whole(depth_input).data()[0];
  if (depth < 0) throw InvalidInput("depth is {}", depth);
  const size_t axis = axis_index(call.integer("axis"), indices.rank() + 1);
  Shape shape = indices.shape();
  shape.insert(shape.begin() + std::ptrdiff_t(axis), static_cast<size_t>(depth));
  Ints on = full<int64_t>(shape, 0);
  const Ints index = whole(indices);
  const size_t after = split_at(indices.shape(), axis).after;
  for (size_t i = 0; i < index.size(); ++i) {
    int64_t hot = index.data()[i];
    if (hot < 0 && call.since_version() >= 11) hot += depth;
    if (hot < 0 || hot >= depth) continue;
    on.data()[(i / after * size_t(depth) + size_t(hot)) * after + i % after] = 1;
  }
  return {take(values, on)};
}

const Operator op("OneHot", {{9, one_hot}, {11, one_hot}, {28, one_hot}});

}  // namespace
}  // namespace etalon::one_hot_operator
