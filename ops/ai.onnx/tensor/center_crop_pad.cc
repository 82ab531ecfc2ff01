// CenterCropPad: input_data cut, or padded with zeros, to `shape` along `axes`, keeping its centre;
// what cannot be shared equally is cut off the end, and added at the end.
//   18
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

// For each entry of the new axis, the entry it comes from; -1 for padding.
Ints centred(size_t dim, size_t wanted) {
  const auto size = static_cast<int64_t>(dim);
  const auto target = static_cast<int64_t>(wanted);
  const int64_t first = (size - target) / 2;
  Ints source = empty_array<int64_t>({wanted});
  for (int64_t i = 0; i < target; ++i) {
    const int64_t at = first + i;
    source.data()[i] = at < size ? std::max<int64_t>(at, -1) : -1;
  }
  return source;
}

Values center_crop_pad(const Call& call) {
  const Tensor& input_data = call.tensor("input_data");
  const Shape shape = to_shape(call.tensor("shape").ints());
  const std::vector<size_t> axes = call.has("axes")
                                       ? axis_indices(call.ints("axes"), input_data.rank())
                                       : all_axes(input_data.rank());
  if (shape.size() != axes.size()) {
    throw InvalidInput("shape has {} dimensions for {} axes", shape.size(), axes.size());
  }
  element_count(shape);
  std::vector<Ints> sources;
  for (const size_t dim : input_data.shape()) sources.push_back(positions({dim}));
  for (size_t i = 0; i < axes.size(); ++i) {
    sources[axes[i]] = centred(input_data.dim(axes[i]), shape[i]);
  }
  return {take_by_axis(input_data, sources, Tensor::zeros(input_data.dtype(), {}))};
}

const Operator op("CenterCropPad", center_crop_pad, {18});

}  // namespace
}  // namespace etalon
