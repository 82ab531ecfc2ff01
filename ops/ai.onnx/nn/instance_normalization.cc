// InstanceNormalization: output = scale · (input − mean) / √(variance + epsilon) + B, with mean and
// variance over the spatial axes of each channel of each instance.
//   1, 6, 22    1: consumed_inputs, of no effect; 22: bfloat16
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values instance_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  check_channels(input);
  const size_t N = input.dim(0);
  const size_t C = input.dim(1);
  check_parameter(call.tensor("scale"), "scale", C);
  check_parameter(call.tensor("B"), "B", C);
  const Reals scale = call.tensor("scale").reshaped({1, C, 1}).as<double>();
  const Reals B = call.tensor("B").reshaped({1, C, 1}).as<double>();
  const size_t positions = split_at(input.shape(), 2).after;
  Reals x =
      standardized(input.reshaped({N * C, positions}).as<double>(), call.real("epsilon")).values;
  x.reshape(Shape{N, C, positions});
  return {Tensor::of(input.dtype(), x * scale + B).reshaped(input.shape())};
}

const Operator op("InstanceNormalization", instance_normalization, {1, 6, 22});

}  // namespace
}  // namespace etalon
