// Exp: output = e^input, elementwise.
//   1, 6, 13  13: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::exp_operator {
namespace {

Values exp(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::exp(x); })};
}

const Operator op("Exp", {{1, exp}, {6, exp}, {13, exp}});

}  // namespace
}  // namespace etalon::exp_operator
