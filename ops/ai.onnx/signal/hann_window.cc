// HannWindow: output[n] = 0.5 - 0.5 cos(2πn/N), n < size;
// N = size if periodic, else size - 1.
//   17
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

Values hann_window(const Call& call) {
  return {window_of(
      call, []<class R>(uint64_t n, uint64_t N) -> R { return (1 - cosine<R>(n, N)) / 2; })};
}

const Operator op("HannWindow", hann_window, {17});

}  // namespace
}  // namespace etalon
