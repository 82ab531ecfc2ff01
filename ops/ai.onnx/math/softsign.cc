// Softsign: output = input / (1 + |input|), elementwise.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values softsign(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return activation::softsign(x); })};
}

const Operator op("Softsign", softsign, {1, 22});

}  // namespace
}  // namespace etalon
