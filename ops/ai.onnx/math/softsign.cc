// Softsign: output = input / (1 + |input|), elementwise.
//   1, 22     22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values softsign(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor output = each(input, [](auto x) { return activation::softsign(x); });
  return {limit_or_nan(output, "inf", input)};
}

const Operator op("Softsign", softsign, {1, 22});

}  // namespace
}  // namespace etalon
