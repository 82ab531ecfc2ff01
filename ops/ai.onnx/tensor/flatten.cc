// Flatten: input as a matrix: the axes before `axis` make its rows, the others its columns.
//   1, 9      axis in [0, rank]; 9: more types
//   11        a negative axis counts from the end
//   13, 21, 23, 24, 25    more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values flatten(const Call& call) {
  const Tensor& input = call.tensor("input");
  const int64_t axis = call.integer("axis");
  const auto rank = static_cast<int64_t>(input.rank());
  const int64_t least = call.since_version() < 11 ? 0 : -rank;
  if (axis < least || axis > rank) {
    throw InvalidInput("axis {} is outside [{}, {}]", axis, least, rank);
  }
  const auto first = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  const auto [rows, columns] = split_at(input.shape(), first);
  return {input.reshaped({rows, columns})};
}

const Operator op("Flatten", flatten, {1, 9, 11, 13, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
