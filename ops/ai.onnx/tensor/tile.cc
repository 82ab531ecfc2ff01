// Tile: output = input repeated along its axes: output[i] = input[i mod size], and so for each
// axis.
//   1         `tiles` times along `axis`; both are single floats
//   6, 13     repeats[i] times along axis i; more types
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

// [before, axis and after] → [before, times, axis and after]
Tensor repeated_along(const Tensor& X, size_t axis, size_t times) {
  Shape shape = X.shape();
  shape[axis] = element_count({shape[axis], times});
  const auto [before, rest] = split_at(X.shape(), axis);
  return broadcast_to(X.reshaped({before, 1, rest}), {before, times, rest}).reshaped(shape);
}

Tensor tile(const Tensor& input, const std::vector<int64_t>& repeats) {
  const Shape times = to_shape(repeats);
  if (times.size() != input.rank()) {
    throw InvalidInput("{} repeats are given for {} axes", times.size(), input.rank());
  }
  Tensor output = input;
  for (size_t axis = 0; axis < times.size(); ++axis) {
    output = repeated_along(output, axis, times[axis]);
  }
  return output;
}

// Version 1's floats, which have to be whole numbers.
int64_t whole(const Call& call, std::string_view input) {
  const double value = call.tensor(input).item<double>();
  if (value != std::trunc(value) || std::fabs(value) > 0x1p48) {
    throw InvalidInput("{} is {}", input, value);
  }
  return static_cast<int64_t>(value);
}

Values tile_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  std::vector<int64_t> repeats(input.rank(), 1);
  repeats[axis_index(whole(call, "axis"), input.rank())] = whole(call, "tiles");
  return {tile(input, repeats)};
}

Values tile_6(const Call& call) { return {tile(call.tensor("input"), list_of(call, "repeats"))}; }

const Operator op("Tile", {{tile_1, {1}}, {tile_6, {6, 13}}});

}  // namespace
}  // namespace etalon
