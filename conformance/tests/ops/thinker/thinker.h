// For tests of thinker's operators.
#pragma once

#include <string_view>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

inline OneNode thinker(std::string_view op_type, int64_t opset = 1) {
  return OneNode(op_type, opset, "thinker");
}

}  // namespace etalon::test
