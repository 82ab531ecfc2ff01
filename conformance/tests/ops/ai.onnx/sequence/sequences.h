// For the sequence family's tests: sequences to work on.
#pragma once

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

// Tensors [1], [2, 2], [3, 3, 3].
inline Value three_tensors() {
  return Sequence{Type::tensor(DType::float32),
                  {f32({1}, {1}), f32({2}, {2, 2}), f32({3}, {3, 3, 3})}};
}
inline Value empty_sequence() { return Sequence{Type::tensor(DType::float32), {}}; }

}  // namespace etalon::test
