// Pad: its mode, the axes that pads is for, and what negative numbers remove.
#pragma once

#include "ops/ai.onnx/lists.h"
#include "ops/thinker/relaxed_types.h"

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

// The attribute value as an element; of integers only where a dialect relaxes the types.
inline Tensor attribute_value(const Call& call, DType type) {
  const double value = call.real("value");
  return is_float(type) ? scalar(type, value) : thinker::whole_value(value, type);
}

enum class PadMode { constant, reflect, edge, wrap };

inline PadMode pad_mode(const Call& call) {
  if (call.since_version() < 19) {
    return call.choice<PadMode>(
        "mode",
        {{"constant", PadMode::constant}, {"reflect", PadMode::reflect}, {"edge", PadMode::edge}});
  }
  return call.choice<PadMode>("mode", {{"constant", PadMode::constant},
                                       {"reflect", PadMode::reflect},
                                       {"edge", PadMode::edge},
                                       {"wrap", PadMode::wrap}});
}

// What one number removes beyond the entries that there are, the other adds less.
inline void settle(size_t entries, int64_t& begin, int64_t& end) {
  const auto size = static_cast<int64_t>(entries);
  const auto take_from = [&](int64_t& removes, int64_t& adds) {
    if (removes >= -size || adds <= 0 || removes + size + adds < 0) return;
    adds += removes + size;
    removes = -size;
  };
  take_from(begin, end);
  take_from(end, begin);
}

// X without as many entries as negative pads say.
inline Tensor cut(const Tensor& X, size_t axis, int64_t begin, int64_t end) {
  const auto size = static_cast<int64_t>(X.dim(axis));
  const int64_t first = begin < 0 ? begin : 0, last = end < 0 ? end : 0;
  if (first < -size || last < -size || first + last < -size) {
    throw InvalidInput("pads {} and {} remove more than {} entries", begin, end, size)
        .at("beyond_length");
  }
  return slice(X, axis, static_cast<size_t>(-first), static_cast<size_t>(size + last));
}

}  // namespace etalon
