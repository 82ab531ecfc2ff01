// Shape: shape = data's dimensions, as a rank-1 int64 tensor.
//   1, 13     all of them; 13: bfloat16
//   15        those in [start, end); both may count from the end and are clamped to [0, rank]
//   19, 21, 23, 24, 25    more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values shape_1(const Call& call) { return {vector_of(to_ints(call.tensor("data").shape()))}; }

Values shape_15(const Call& call) {
  const std::vector<int64_t> dims = to_ints(call.tensor("data").shape());
  const auto rank = static_cast<int64_t>(dims.size());
  const auto clamped = [&](int64_t axis) {
    return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
  };
  const int64_t start = clamped(call.integer("start"));
  const int64_t end = std::max(start, clamped(call.integer("end", rank)));
  return {vector_of(std::vector<int64_t>(dims.begin() + start, dims.begin() + end))};
}

const Operator op("Shape", {{shape_1, {1, 13}}, {shape_15, {15, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
