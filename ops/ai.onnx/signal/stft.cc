// STFT: output[b, f, k] = Σ_n signal[b, f · frame_step + n] · window[n] · e^(-2πi k n / N), the
// Fourier transform of frame f: n < N = frame_length, f < ⌊(signal_length - N) / frame_step⌋ + 1.
// onesided: the first ⌊N/2⌋ + 1 bins alone.
//   17
#include "ops/ai.onnx/signal/stft.h"

namespace etalon {
namespace {

Values stft(const Call& call) {
  const Frames frames(call);
  const Reader signal(call.tensor("signal")), window(call.maybe("window"));
  const size_t N = frames.length;
  const UnitRoots roots(N);
  const auto bin = [&]<class R>(size_t b, size_t f, size_t k, size_t part) -> R {
    Sum<R> sum;
    for (size_t n = 0; n < N; ++n) {
      const Point<R>& root = roots.at<R>((N - n * k % N) % N);
      for (size_t p = 0; p < signal.dim(2); ++p) {
        const R x = signal.at<R>(b, f * frames.step + n, p);
        sum.add((window ? R(x * window.at<R>(n)) : x) * root.factor(p, part));
      }
    }
    return sum.result();
  };
  const Shape shape{signal.dim(0), frames.count, frames.bins, 2};
  return {each_output(call.tensor("signal").dtype(), shape, bin)};
}

const Operator op("STFT", stft, {17});

}  // namespace
}  // namespace etalon
