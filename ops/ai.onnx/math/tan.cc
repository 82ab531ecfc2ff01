// Tan: output = tan(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::tan_operator {
namespace {

Values tan(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::tan(x); })};
}

const Operator op("Tan", {{7, tan}, {22, tan}});

}  // namespace
}  // namespace etalon::tan_operator
