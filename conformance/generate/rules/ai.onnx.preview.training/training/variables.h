// Inputs of the optimizers.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The ranges of the accumulated tensors of each variable.
constexpr Range of_values = {-5, 5};
constexpr Range of_squares = {0, 5};

// The learning rate and the update count, which starts at 0; then, for one to three variables,
// their values, their gradients and their accumulated tensors.
inline void add_variables(Drafting& call, const std::vector<Range>& kinds) {
  Draw& draw = call.draw();
  call.add({}, {0.015625, 0.5});
  call.add({}, {0, 3});
  std::vector<Shape> variables(1 + draw.below(3));
  for (Shape& shape : variables) shape = draw.shape(0, 3);
  for (const Range& kind : kinds) {
    for (const Shape& shape : variables) call.add(shape, kind);
  }
  call.outputs = variables.size() * (kinds.size() - 1);
}

}  // namespace etalon::rules
