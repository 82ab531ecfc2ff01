// For the tests of ATen's functions.
#pragma once

#include "conformance/tests/ops/one_node.h"

namespace etalon::test {

inline OneNode aten(const char* function) { return OneNode("ATen", 6).set("operator", function); }

inline const std::string aten_place = "InvalidInput: ATen-1 (output 'y0'): ";

}  // namespace etalon::test
