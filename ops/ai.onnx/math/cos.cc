// Cos: output = cos(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::cos_operator {
namespace {

Values cos(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::cos(x); })};
}

const Operator op("Cos", {{7, cos}, {22, cos}});

}  // namespace
}  // namespace etalon::cos_operator
