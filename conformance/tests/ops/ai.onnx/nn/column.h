// For tests of attention: one batch of one head.
#pragma once

#include <vector>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

// float32[1, 1, rows, 1]: each row is one value.
inline Tensor column(const std::vector<double>& values) {
  return f32({1, 1, values.size(), 1}, values);
}

}  // namespace etalon::test
