// Acosh: output = arcosh(input), elementwise; NaN below 1.
//   9, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::acosh_operator {
namespace {

Values acosh(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::acosh(x); })};
}

const Operator op("Acosh", {{9, acosh}, {22, acosh}});

}  // namespace
}  // namespace etalon::acosh_operator
