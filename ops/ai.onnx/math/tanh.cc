// Tanh: output = tanh(input), elementwise.
//   1, 6, 13  13: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::tanh_operator {
namespace {

Values tanh(const Call& call) {
  return {each(call.tensor("input"), []<class R>(R x) { return std::tanh(x); })};
}

const Operator op("Tanh", {{1, tanh}, {6, tanh}, {13, tanh}});

}  // namespace
}  // namespace etalon::tanh_operator
