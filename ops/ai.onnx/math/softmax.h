// Softmax, LogSoftmax and Hardmax: which elements belong together.
#pragma once

#include "engine/formula.h"

namespace etalon {

// The axes over which their sums run: `axis`, and before version 13 all that follow it.
inline std::vector<size_t> softmax_axes(const Call& call) {
  const size_t rank = call.tensor("input").rank();
  const size_t axis = axis_index(call.integer("axis"), rank);
  if (call.since_version() >= 13) return {axis};
  std::vector<size_t> axes;
  for (size_t i = axis; i < rank; ++i) axes.push_back(i);
  return axes;
}

}  // namespace etalon
