// Squeeze: data without the axes named, which must be of size 1; by default all axes of size 1.
//   1         axes as attribute, none negative
//   11        negative axes count from the end
//   13        axes as input
//   21, 23, 24, 25    more types
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Tensor squeeze(const Tensor& data, const std::vector<size_t>& axes) {
  for (const size_t axis : axes) {
    if (data.dim(axis) != 1) {
      throw InvalidInput("axis {} of {} is not of size 1", axis, to_string(data.shape()));
    }
  }
  return data.reshaped(without_axes(data.shape(), axes));
}

Tensor squeeze_all(const Tensor& data) {
  Shape shape;
  for (const size_t dim : data.shape()) {
    if (dim != 1) shape.push_back(dim);
  }
  return data.reshaped(shape);
}

Values squeeze_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!call.has("axes")) return {squeeze_all(data)};
  for (const int64_t axis : call.ints("axes")) {
    if (axis < 0 && call.since_version() < 11) throw InvalidInput("axis {} is negative", axis);
  }
  at_point("duplicates", any_repeated(call.ints("axes"), data.rank()));
  return {squeeze(data, axis_indices(call.ints("axes"), data.rank()))};
}

Values squeeze_13(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor* axes = call.maybe("axes");
  at_point("duplicates", axes && any_repeated(axes->ints(), data.rank()));
  return {axes ? squeeze(data, axis_indices(axes->ints(), data.rank())) : squeeze_all(data)};
}

const Operator op("Squeeze", {{squeeze_1, {1, 11}}, {squeeze_13, {13, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
