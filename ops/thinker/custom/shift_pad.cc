// ShiftPad: along `axis`, the last Index entries of history, then data's first n − Index, where n
// is data's dimension.
//   1
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Values shift_pad(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor& history = call.tensor("history");
  const int64_t given = call.integer("axis");
  if (given < 0 || given >= static_cast<int64_t>(data.rank()) || data.rank() != history.rank()) {
    throw InvalidInput("axis is {} where data has the shape {} and history {}", given,
                       to_string(data.shape()), to_string(history.shape()));
  }
  const auto axis = static_cast<size_t>(given);
  const size_t n = data.dim(axis);
  const size_t end = history.dim(axis);
  const auto Index = call.tensor("Index").item<double>();
  const auto most = static_cast<double>(std::min(n, end));
  if (!(Index >= 0 && Index <= most) || Index != std::floor(Index)) {
    throw InvalidInput("Index is {}, not a whole number from 0 to {}", Index, most);
  }
  const auto count = static_cast<size_t>(Index);
  const Tensor before = slice(history, axis, end - count, end);
  return {concat({before, slice(data, axis, 0, n - count)}, axis)};
}

const Operator op("ShiftPad", shift_pad, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
