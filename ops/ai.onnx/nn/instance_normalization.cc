// InstanceNormalization: output = scale · (input − mean) / √(variance + epsilon) + B, with mean and
// variance over the spatial axes of each channel of each instance.
//   1, 6, 22    1: consumed_inputs, of no effect; 22: bfloat16
#include "ops/ai.onnx/nn/standardize_quickly.h"

namespace etalon {
namespace {

Values instance_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  require_rank_from("input", input, 2);
  const size_t N = input.dim(0), C = input.dim(1), positions = split_at(input.shape(), 2).after;
  const Tensor& scale = call.tensor("scale");
  const Tensor& B = call.tensor("B");
  require_shape("scale", scale, {C});
  require_shape("B", B, {C});
  const double epsilon = call.real("epsilon");
  const Reals factors = scale.as<double>(), offsets = B.as<double>();
  const Tensor lines = input.reshaped({N * C, positions});
  const Tensor output = by_lines_quickly(
      lines,
      [&](double* line, size_t number) {
        const size_t c = number % C;
        return standardize_quickly(lines.dtype(), line, positions, epsilon,
                                   {factors(c), offsets(c)});
      },
      [&]<class R>(const Array<R>& x, size_t first) -> std::vector<Array<R>> {
        Array<R> Y = standardized(x, {1}, epsilon).values;
        for (size_t i = 0; i < Y.size(); ++i) {
          const size_t c = (first + i / positions) % C;
          Y.data()[i] = factors(c) * Y.data()[i] + offsets(c);
        }
        return {Y};
      });
  return {open_standardized(output, lines, {1}, epsilon, input.dtype()).reshaped(input.shape())};
}

const Operator op("InstanceNormalization", instance_normalization, {1, 6, 22});

}  // namespace
}  // namespace etalon
