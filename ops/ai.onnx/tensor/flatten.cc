// Flatten: input as a matrix: the axes before `axis` make its rows, the others its columns.
//   1, 9      axis in [0, rank]; 9: more types
//   11        a negative axis counts from the end
//   13, 21, 23, 24, 25    more types
#include "engine/numerics/numerics.h"

namespace etalon::flatten_operator {
namespace {

Values flatten(const Call& call) {
  const Tensor& input = call.tensor("input");
  const int64_t axis = call.integer("axis");
  const auto rank = static_cast<int64_t>(input.rank());
  const int64_t least = call.since_version() < 11 ? 0 : -rank;
  if (axis < least || axis > rank) {
    throw InvalidInput("axis {} is outside [{}, {}]", axis, least, rank);
  }
  const auto [rows, columns] =
      split_at(input.shape(), static_cast<size_t>(axis < 0 ? axis + rank : axis));
  return {input.reshaped({rows, columns})};
}

const Operator op("Flatten", {{1, flatten},
                              {9, flatten},
                              {11, flatten},
                              {13, flatten},
                              {21, flatten},
                              {23, flatten},
                              {24, flatten},
                              {25, flatten}});

}  // namespace
}  // namespace etalon::flatten_operator
