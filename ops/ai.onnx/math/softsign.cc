// Softsign: output = input / (1 + |input|), elementwise.
//   1, 22     22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values softsign(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor output = each(input, [](auto x) { return activation::softsign(x); });
  const auto limit = [&] {
    return Tensor::decided(input.dtype(), Reals(xt::sign(input.as<double>())));
  };
  return {limit_or_nan(output, "inf", input, limit)};
}

const Operator op("Softsign", softsign, {1, 22});

}  // namespace
}  // namespace etalon
