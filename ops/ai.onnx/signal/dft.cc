// DFT along an axis, N = dft_length:
//
//   output[k] = Σ_n e^(-2πi k n / N) input[n], and as inverse
//   output[n] = 1/N Σ_k e^(2πi k n / N) input[k]
//
//   17        axis as attribute (default 1)
//   20        axis as input (default -2); bfloat16
// onesided: the forward transform of a real signal returns its first ⌊N/2⌋ + 1 bins; the inverse
// takes these, the others being their conjugates, and returns the real signal.
#include "ops/ai.onnx/signal/dft.h"

namespace etalon {
namespace {

// Part p of entry n of a signal: 0 beyond its end; past the middle of a onesided spectrum the
// conjugate of the mirror image.
template <class R>
R entry(const Dft& of, const Reader& signals, size_t row, size_t n, size_t p) {
  const bool mirrored = of.onesided && of.inverse && n > of.N / 2;
  const size_t at = mirrored ? of.N - n : n;
  const R x = at < signals.dim(1) ? signals.at<R>(row, at, p) : R(0);
  return mirrored && p == 1 ? R(-x) : x;
}

Values dft(const Call& call) {
  const Dft of(call);
  const size_t N = of.N;
  const Reader signals(of.signals);  // [rows, entries, parts]
  const UnitRoots roots(N);
  const auto bin = [&]<class R>(size_t row, size_t k, size_t part) -> R {
    Sum<R> sum;
    for (size_t n = 0; n < N; ++n) {
      const size_t turn = n * k % N;
      const Point<R>& root = roots.at<R>(of.inverse ? turn : (N - turn) % N);
      for (size_t p = 0; p < signals.dim(2); ++p) {
        sum.add(entry<R>(of, signals, row, n, p) * root.factor(p, part));
      }
    }
    return of.inverse ? R(sum.result() / double(N)) : sum.result();
  };
  const Shape shape{signals.dim(0), of.bins, of.parts};
  return {of.in_place(each_output(call.tensor("input").dtype(), shape, bin))};
}

const Operator op("DFT", dft, {17, 20});

}  // namespace
}  // namespace etalon
