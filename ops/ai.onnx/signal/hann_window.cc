// HannWindow: output[n] = 0.5 - 0.5 cos(2πn/N), n < size;
// N = size if periodic, else size - 1.
//   17
#include "ops/ai.onnx/signal/signal.h"

namespace etalon::hann_window_operator {
namespace {

Values hann_window(const Call& call) { return {cosine_window(call, 0.5, 0.5, 0)}; }

const Operator op("HannWindow", {{17, hann_window}});

}  // namespace
}  // namespace etalon::hann_window_operator
