// The open elements of a result, point by point: for programs that use the library.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/values/open_mark.h"
#include "engine/values/tensor.h"

namespace etalon {

struct OpenElements {
  std::string point;     // "MaxPool.nan", as in data/open_points
  std::string node;      // "MaxPool-12 'pool1'"
  bool depends = false;  // the elements depend on the node's result
  bool shape = false;    // the tensor's shape is open, too
  // For each element, row-major: 1 if the point leaves it open, else 0.
  std::vector<uint8_t> mask;
};

// True if the mark of an element counts.
using MarkTest = std::function<bool(const OpenMark&)>;

// The open elements of a result that was evaluated within a recording ChoiceScope (choice_scope.h);
// otherwise none. Elements whose mark does not count are left out; without a test, all marks count.
// A mark of a tensor whose shape is open always counts.
std::vector<OpenElements> open_elements_of(const Tensor& X, const MarkTest& counts = {});

}  // namespace etalon
