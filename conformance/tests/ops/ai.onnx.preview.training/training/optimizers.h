// For the tests of the optimisers: nodes, and inputs of one element.
#pragma once

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::optimizers {

inline OneNode optimizer(const char* operator_name, size_t outputs) {
  OneNode made(operator_name, 1, "ai.onnx.preview.training");
  made.outputs(outputs);
  return made;
}
inline Tensor one(double value) { return f32({1}, {value}); }
inline Tensor R(double value) { return f32({}, {value}); }
inline Tensor T(int64_t value) { return i64({}, {value}); }

}  // namespace etalon::test::optimizers
