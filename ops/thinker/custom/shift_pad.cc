// ShiftPad: along `axis`, the last Index elements of history, then data's first n − Index, where n
// is data's dimension.
//   1
#include "engine/numerics/numerics.h"

namespace etalon::thinker {
namespace {

Values shift_pad(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& history = call.tensor("history");
  const int64_t axis = call.integer("axis");
  if (axis < 0 || axis >= static_cast<int64_t>(data.rank()) || data.rank() != history.rank()) {
    throw InvalidInput("axis is {} where data has the shape {} and history {}", axis,
                       to_string(data.shape()), to_string(history.shape()));
  }
  const auto at = static_cast<size_t>(axis);
  const auto Index = call.tensor("Index").item<double>();
  const size_t most = std::min(data.dim(at), history.dim(at));
  if (!(Index >= 0 && Index <= static_cast<double>(most)) || Index != std::floor(Index)) {
    throw InvalidInput("Index is {}, not a whole number from 0 to {}", Index, most);
  }
  const auto count = static_cast<size_t>(Index);
  const size_t end = history.dim(at);
  return {
      concat({slice(history, at, end - count, end), slice(data, at, 0, data.dim(at) - count)}, at)};
}

const Operator op("ShiftPad", shift_pad, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
