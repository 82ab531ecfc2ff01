// LessOrEqual: C = A ≤ B, elementwise with broadcasting; false where either is NaN.
//   12, 16    16: bfloat16
#include "ops/ai.onnx/logical/logical.h"

namespace etalon {
namespace {

Values less_or_equal(const Call& call) {
  return {compared(call.tensor("A"), call.tensor("B"), std::less_equal())};
}

const Operator op("LessOrEqual", less_or_equal, {12, 16});

}  // namespace
}  // namespace etalon
