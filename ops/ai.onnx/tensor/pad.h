// Pad: the axes that pads is for.
#pragma once

#include "ops/ai.onnx/lists.h"

namespace etalon {

struct Pads {
  std::vector<int64_t> numbers;  // before each of the axes, then after each
  std::vector<size_t> axes;
};

// Throws InvalidInput where there are not two numbers for each axis.
inline Pads checked(Pads pads, std::string_view name = "pads") {
  if (pads.numbers.size() != 2 * pads.axes.size()) {
    throw InvalidInput("{} has {} numbers for {} axes", name, pads.numbers.size(),
                       pads.axes.size());
  }
  return pads;
}

// Of versions 1 and 2, which have an attribute.
inline Pads attribute_pads(const Call& call) {
  const char* name = call.since_version() < 2 ? "paddings" : "pads";
  return checked({call.ints(name), all_axes(call.tensor("data").rank())}, name);
}

// Of the versions from 11 on, which have inputs.
inline Pads input_pads(const Call& call) {
  const size_t rank = call.tensor("data").rank();
  const auto axes = call.since_version() < 18 ? std::nullopt : maybe_list_of(call, "axes");
  return checked({list_of(call, "pads"), axes ? axis_indices(*axes, rank) : all_axes(rank)});
}

}  // namespace etalon
