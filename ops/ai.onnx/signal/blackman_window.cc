// BlackmanWindow: output[n] = 0.42 - 0.5 cos(2πn/N) + 0.08 cos(4πn/N), n < size;
// N = size if periodic, else size - 1.
//   17
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

Values blackman_window(const Call& call) {
  return {window_of(call, []<class R>(uint64_t n, uint64_t N) -> R {
    return (42 - 50 * cosine<R>(n, N) + 8 * cosine<R>(2 * n, N)) / 100;
  })};
}

const Operator op("BlackmanWindow", blackman_window, {17});

}  // namespace
}  // namespace etalon
