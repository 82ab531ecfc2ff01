// CenterCropPad: input_data cut, or padded with zeros, to `shape` along `axes`, keeping its centre;
// what cannot be shared equally is cut off the end, and added at the end.
//   18
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

Tensor centred(const Tensor& X, size_t axis, size_t target) {
  const size_t size = X.dim(axis);
  if (target <= size) {
    const size_t start = (size - target) / 2;
    return slice(X, axis, start, start + target);
  }
  Shape before = X.shape(), after = X.shape();
  before[axis] = (target - size) / 2;
  after[axis] = target - size - before[axis];
  return concat({Tensor::zeros(X.dtype(), before), X, Tensor::zeros(X.dtype(), after)}, axis);
}

Values center_crop_pad(const Call& call) {
  const Tensor& input_data = call.tensor("input_data");
  const Shape shape = to_shape(list_of(call, "shape"));
  const std::vector<size_t> axes = call.has("axes")
                                       ? axis_indices(call.ints("axes"), input_data.rank())
                                       : all_axes(input_data.rank());
  if (shape.size() != axes.size()) {
    throw InvalidInput("shape has {} dimensions for {} axes", shape.size(), axes.size());
  }
  Tensor output_data = input_data;
  for (size_t i = 0; i < axes.size(); ++i) output_data = centred(output_data, axes[i], shape[i]);
  return {output_data};
}

const Operator op("CenterCropPad", center_crop_pad, {18});

}  // namespace
}  // namespace etalon
