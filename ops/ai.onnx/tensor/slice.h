// Slice: its lists, and entries at equal distances.
#pragma once

#include "ops/ai.onnx/lists.h"

namespace etalon {

// Throws InvalidInput unless each of `starts` has an end, an axis of data and a step.
inline void require_equal_lengths(const Tensor& data, const std::vector<int64_t>& starts,
                                  const std::vector<int64_t>& ends, const std::vector<size_t>& axes,
                                  const std::vector<int64_t>& steps) {
  const size_t count = starts.size();
  if (ends.size() == count && axes.size() == count && steps.size() == count &&
      count <= data.rank()) {
    return;
  }
  throw InvalidInput("there are {} starts, {} ends, {} axes and {} steps for {} axes of data",
                     starts.size(), ends.size(), axes.size(), steps.size(), data.rank());
}

// X's entries first, first + step, …: `count` of them, along an axis.
inline Tensor pick_from(const Tensor& X, size_t axis, int64_t first, int64_t step, int64_t count) {
  if (X.size() == 0) {  // whatever the length of the axis
    Shape shape = X.shape();
    shape[axis] = static_cast<size_t>(count);
    return X.reshaped(shape);
  }
  std::vector<size_t> indices;
  for (int64_t i = 0; i < count; ++i) indices.push_back(static_cast<size_t>(first + i * step));
  return pick(X, axis, indices);
}

}  // namespace etalon
