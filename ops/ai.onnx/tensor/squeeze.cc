// Squeeze: data without the axes named, which must be of size 1; by default all axes of size 1.
//   1         axes as attribute, none negative
//   11        negative axes count from the end
//   13        axes as input
//   21, 23, 24, 25    more types
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

std::vector<size_t> axes_of_size_1(const Tensor& data) {
  std::vector<size_t> axes;
  for (size_t axis = 0; axis < data.rank(); ++axis) {
    if (data.dim(axis) == 1) axes.push_back(axis);
  }
  return axes;
}

Tensor squeeze(const Tensor& data, const std::vector<size_t>& axes) {
  for (const size_t axis : axes) {
    if (data.dim(axis) != 1) {
      throw InvalidInput("axis {} of {} is not of size 1", axis, to_string(data.shape()));
    }
  }
  return data.reshaped(without_axes(data.shape(), axes));
}

Values squeeze_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!call.has("axes")) return {squeeze(data, axes_of_size_1(data))};
  for (const int64_t axis : call.ints("axes")) {
    if (axis < 0 && call.since_version() < 11) throw InvalidInput("axis {} is negative", axis);
  }
  return {squeeze(data, axis_indices(call.ints("axes"), data.rank()))};
}

Values squeeze_13(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!call.maybe("axes")) return {squeeze(data, axes_of_size_1(data))};
  return {squeeze(data, axis_indices(axes_of(call), data.rank()))};
}

const Operator op("Squeeze", {{squeeze_1, {1, 11}}, {squeeze_13, {13, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
