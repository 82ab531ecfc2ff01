// HammingWindow: output[n] = 25/46 - 21/46 cos(2πn/N), n < size;
// N = size if periodic, else size - 1.
//   17
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

Values hamming_window(const Call& call) {
  return {window_of(
      call, []<class R>(uint64_t n, uint64_t N) -> R { return (25 - 21 * cosine<R>(n, N)) / 46; })};
}

const Operator op("HammingWindow", hamming_window, {17});

}  // namespace
}  // namespace etalon
