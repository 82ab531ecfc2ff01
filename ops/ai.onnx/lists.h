// Inputs that are lists: axes, a shape, repeats, pads, the bounds of slices.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The numbers of the input. Throws InvalidInput, naming it, unless its rank is 1.
inline std::vector<int64_t> list_of(const Call& call, std::string_view input) {
  require_rank(input, call.tensor(input), 1);
  return call.tensor(input).ints();
}

// As above, for an input that may be left out.
inline std::optional<std::vector<int64_t>> maybe_list_of(const Call& call, std::string_view input) {
  return call.maybe(input) ? std::optional(list_of(call, input)) : std::nullopt;
}

// The input `axes` of Squeeze and Unsqueeze. Before version 23, whose text has a 1D tensor, a
// scalar is a list of one, as in official cases.
inline std::vector<int64_t> axes_of(const Call& call) {
  const Tensor& axes = call.tensor("axes");
  return axes.rank() == 0 && call.since_version() < 23 ? axes.ints() : list_of(call, "axes");
}

}  // namespace etalon
