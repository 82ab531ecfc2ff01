// Softmax: output = exp(input) / Σ exp(input).
//   1, 11     input is first flattened to 2-D at `axis` (default 1); the sum runs over the whole
//             tail; 11: negative axes
//   13        along `axis` alone (default -1)
#include "ops/ai.onnx/math/softmax.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values softmax(const Call& call) {
  const Values Y = along_axis(call, [](const Tensor& lines) { return softmax_of_lines(lines); });
  return {step_or_exact(Y[0].tensor(), "overflow", [&] { return largest_step(call); })};
}

const Operator op("Softmax", softmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
