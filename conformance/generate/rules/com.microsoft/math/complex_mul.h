// ComplexMul and ComplexMulConj.
#pragma once

#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// Two tensors of pairs that broadcast.
inline void add_pairs(Drafting& call, Draw& draw) {
  for (Shape shape : shapes_together(draw, 2)) {
    shape.push_back(2);
    call.add(shape);
  }
}

}  // namespace etalon::rules
