// Inputs of the operators on sequences.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// From `least` to four tensors, of different shapes.
inline Sequence draw_sequence(Drafting& call, size_t least) {
  Draw& draw = call.draw();
  const DType type = call.input_type(0);
  Sequence sequence{Type::tensor(type), {}};
  const size_t count = least + draw.below(5 - least);
  for (size_t i = 0; i < count; ++i) {
    sequence.items.emplace_back(random_tensor(draw, type, draw.shape(0, 2)));
  }
  return sequence;
}

// A position, counted from either end.
inline int64_t index_among(Draw& draw, size_t count) {
  const auto n = static_cast<int64_t>(count);
  return draw.between(-n, n - 1);
}

}  // namespace etalon::rules
