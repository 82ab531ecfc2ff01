// Inputs that the text calls scalars, and that come with axes of size 1.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {

// Notes that the call is at the point "one_element" where one of these inputs has a single element,
// but is not of rank 0.
inline void at_one_element(const Call& call, std::initializer_list<std::string_view> scalars) {
  for (const std::string_view input : scalars) {
    const Tensor* X = call.maybe(input);
    at_point("one_element", X && X->rank() > 0 && X->size() == 1);
  }
}

}  // namespace etalon
