// What the Reduce* operators share: which axes, and whether these stay as size 1.
#pragma once

#include <algorithm>

#include "engine/formula.h"

namespace etalon {

// From the input `axes` where the version has it, else from the attribute; empty when not given.
inline std::vector<int64_t> given_axes(const Call& call) {
  if (call.schema().inputs.size() == 1) return call.ints("axes");
  const Tensor* axes = call.maybe("axes");
  return axes ? axes->ints() : std::vector<int64_t>();
}

// Those of `data` that are reduced, in ascending order. No axes given means all of them; with
// `noop_with_empty_axes` none: each element is then a set of its own, and what comes before and
// after the reduction still applies.
inline std::vector<size_t> reduced_axes(const Call& call) {
  const size_t rank = call.tensor("data").rank();
  std::vector<size_t> axes = axis_indices(given_axes(call), rank);
  std::sort(axes.begin(), axes.end());
  if (!axes.empty()) return axes;
  const bool has_noop = call.schema().attribute("noop_with_empty_axes");
  return has_noop && call.flag("noop_with_empty_axes") ? axes : all_axes(rank);
}

// A result that has these axes as size 1, without them unless `keepdims`.
inline Tensor with_keepdims(const Call& call, const Tensor& reduced,
                            const std::vector<size_t>& axes) {
  return call.flag("keepdims") ? reduced : reduced.reshaped(without_axes(reduced.shape(), axes));
}
inline Tensor with_keepdims(const Call& call, const Tensor& reduced) {
  return with_keepdims(call, reduced, reduced_axes(call));
}

}  // namespace etalon
