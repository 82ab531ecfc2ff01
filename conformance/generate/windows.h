// The windows that a model's nodes slide over a value: from which lengths of an input something is
// left at the end, and from which each window is full.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/operators/model.h"

namespace etalon {

struct Window {
  int64_t stride =
      1;              // product of the strides of all nodes that read the value one after the other
  int64_t least = 1;  // the shortest length that leaves each of them one window
};

// By the name of a value of the main graph, over convolutions, pooling, STFT and SpaceToDepth; of
// several paths the one with the greatest strides counts, and of several axes the greatest. Values
// that no such node reads are left out.
std::map<std::string, Window> windows_of(const Graph& graph);

}  // namespace etalon
