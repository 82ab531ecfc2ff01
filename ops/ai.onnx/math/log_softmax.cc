// LogSoftmax: output = input - log Σ exp(input).
//   1, 11     input is first flattened to 2-D at `axis` (default 1); the sum runs over the whole
//             tail; 11: negative axes
//   13        along `axis` alone (default -1)
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/softmax.h"

namespace etalon {
namespace {

Values log_softmax(const Call& call) {
  const Values Y =
      along_axis(call, [](const Tensor& lines) { return log_softmax_of_lines(lines); });
  return {step_or_exact(Y[0].tensor(), "overflow", [&] { return largest_step(call); })};
}

const Operator op("LogSoftmax", log_softmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
