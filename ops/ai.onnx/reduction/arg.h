// ArgMax and ArgMin: which axis, and which of elements that tie.
#pragma once

#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {

// Throws InvalidInput where there is no element to find.
inline size_t arg_axis(const Call& call) {
  const Tensor& data = call.tensor("data");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  constexpr auto sentence = "data of shape {} is empty";
  if (data.dim(axis) == 0) throw InvalidInput(sentence, to_string(data.shape())).at("empty");
  if (call.since_version() == 11 && data.size() == 0) {
    throw InvalidInput(sentence, to_string(data.shape()));
  }
  return axis;
}

inline Ties arg_ties(const Call& call) {
  const bool last = call.since_version() >= 12 && call.flag("select_last_index");
  return last ? Ties::last : Ties::first;
}

}  // namespace etalon
