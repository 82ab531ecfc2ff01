// Open elements: the elements of a result that the specification leaves open.
#pragma once

#include <string>
#include <vector>

#include "engine/values/tensor.h"

namespace etalon {

// What the specification permits in place of Etalon's value.
enum class Permits {
  values,     // one of a few values
  interval,   // a number from the first of `values` to the second, or one of the others
  undefined,  // the text gives no result: any value of the element's type
  order,      // all elements with this mark may be in any order
};

struct OpenMark {
  std::string point;  // "MaxPool.nan", as in data/open_points
  std::string node;   // "MaxPool-12 'pool1'"
  Permits permits = Permits::undefined;
  // For Permits::values and Permits::interval, of the element's type, rank 1. Etalon's own value is
  // among them, or between the ends.
  Tensor values;
  // The point belongs to an earlier node, on whose result this element depends.
  bool depends = false;
};
using OpenMarks = std::vector<OpenMark>;

}  // namespace etalon
