// Tile: output = input repeated along its axes.
//   1         `tiles` times along `axis`; both are single floats
//   6, 13     repeats[i] times along axis i; more types
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

Tensor tile(const Tensor& input, const std::vector<int64_t>& repeats) {
  const Shape times = to_shape(repeats);
  if (times.size() != input.rank()) {
    throw InvalidInput("{} repeats are given for {} axes", times.size(), input.rank());
  }
  std::vector<Ints> sources;
  for (size_t axis = 0; axis < times.size(); ++axis) {
    const size_t dim = input.dim(axis);
    Ints source = empty_array<int64_t>({element_count({dim, times[axis]})});
    for (size_t i = 0; i < source.size(); ++i) source.data()[i] = static_cast<int64_t>(i % dim);
    sources.push_back(source);
  }
  return take_by_axis(input, sources, Tensor::zeros(input.dtype(), {}));
}

int64_t whole(const Tensor& tensor, std::string_view what) {
  const double value = tensor.item<double>();
  if (value != std::trunc(value) || std::fabs(value) > 0x1p48) {
    throw InvalidInput("{} is {}", what, value);
  }
  return static_cast<int64_t>(value);
}

Values tile_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  std::vector<int64_t> repeats(input.rank(), 1);
  repeats[axis_index(whole(call.tensor("axis"), "axis"), input.rank())] =
      whole(call.tensor("tiles"), "tiles");
  return {tile(input, repeats)};
}

Values tile_6(const Call& call) {
  return {tile(call.tensor("input"), call.tensor("repeats").ints())};
}

const Operator op("Tile", {{tile_1, {1}}, {tile_6, {6, 13}}});

}  // namespace
}  // namespace etalon
