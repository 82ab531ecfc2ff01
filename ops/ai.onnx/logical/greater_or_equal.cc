// GreaterOrEqual: C = A ≥ B, elementwise with broadcasting; false where either is NaN.
//   12, 16    16: bfloat16
#include "ops/ai.onnx/logical/logical.h"

namespace etalon {
namespace {

Values greater_or_equal(const Call& call) {
  return {compared(call.tensor("A"), call.tensor("B"), std::greater_equal())};
}

const Operator op("GreaterOrEqual", greater_or_equal, {12, 16});

}  // namespace
}  // namespace etalon
