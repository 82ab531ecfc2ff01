// Asin: output = arcsin(input), elementwise, in radians; NaN outside [-1, 1].
//   7, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::asin_operator {
namespace {

Values asin(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::asin(x); })};
}

const Operator op("Asin", {{7, asin}, {22, asin}});

}  // namespace
}  // namespace etalon::asin_operator
