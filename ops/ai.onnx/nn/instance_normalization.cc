// InstanceNormalization: output = scale · (input − mean) / √(variance + epsilon) + B, with mean and
// variance over the spatial axes of each channel of each instance.
//   1, 6, 22    1: consumed_inputs, of no effect; 22: bfloat16
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values instance_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank_from("input", input, 2);
  const size_t N = input.dim(0), C = input.dim(1), positions = split_at(input.shape(), 2).after;
  const Reals scale = by_channel(call.tensor("scale"), "scale", C);
  const Reals B = by_channel(call.tensor("B"), "B", C);
  const Reals x = input.reshaped({N, C, positions}).as<double>();
  const Reals values = standardized(x, {2}, call.real("epsilon")).values;
  return {Tensor::of(input.dtype(),
                     elementwise(elementwise(values, scale, std::multiplies()), B, std::plus()))
              .reshaped(input.shape())};
}

const Operator op("InstanceNormalization", instance_normalization, {1, 6, 22});

}  // namespace
}  // namespace etalon
