// HammingWindow: output[n] = 25/46 - 21/46 cos(2πn/N), n < size;
// N = size if periodic, else size - 1.
//   17
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

Values hamming_window(const Call& call) { return {cosine_window(call, 25, 21, 0, 46)}; }

const Operator op("HammingWindow", hamming_window, {17});

}  // namespace
}  // namespace etalon
