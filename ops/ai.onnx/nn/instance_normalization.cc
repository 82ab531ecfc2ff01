// InstanceNormalization: output = scale · (input − mean) / √(variance + epsilon) + B, with mean and
// variance over the spatial axes of each channel of each instance.
//   1, 6, 22    1: four dimensions; consumed_inputs, of no effect; 22: bfloat16
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values instance_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank_from("input", input, 2);
  if (call.since_version() == 1) require_rank("input", input, 4);
  const size_t N = input.dim(0), C = input.dim(1), positions = split_at(input.shape(), 2).after;
  const Tensor scale = by_channel(call.tensor("scale"), "scale", C);
  const Tensor B = by_channel(call.tensor("B"), "B", C);
  const double epsilon = call.real("epsilon");
  const Tensor output =
      by_sets(input.reshaped({N, C, positions}), {2},
              [&]<class R>(const Array<R>& x, const Sets& channels) -> Array<R> {
                const Array<R> D = x - mean_over(x);
                const Array<R> deviation = real::sqrt(mean_over(real::square(D)) + epsilon);
                return channels.of<R>(scale) * (D / deviation) + channels.of<R>(B);
              });
  return {output.reshaped(input.shape())};
}

const Operator op("InstanceNormalization", instance_normalization, {1, 6, 22});

}  // namespace
}  // namespace etalon
