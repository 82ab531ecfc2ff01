// For the tests of the window functions.
#pragma once

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

inline Value window(const char* name, int64_t size, bool periodic, DType type = DType::float32) {
  return OneNode(name, 17)
      .set("periodic", periodic ? 1 : 0)
      .set("output_datatype", static_cast<int64_t>(type))
      .run({i64({}, {size})});
}

}  // namespace etalon::test
