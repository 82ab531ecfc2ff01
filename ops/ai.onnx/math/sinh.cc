// Sinh: output = sinh(input), elementwise.
//   9, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::sinh_operator {
namespace {

Values sinh(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::sinh(x); })};
}

const Operator op("Sinh", {{9, sinh}, {22, sinh}});

}  // namespace
}  // namespace etalon::sinh_operator
