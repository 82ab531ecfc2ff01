#include "ops/ai.onnx/signal/quick/fourier.h"

#include <numeric>

#include "engine/numerics/matmul.h"
#include "engine/numerics/rounded_once.h"
#include "ops/ai.onnx/signal/dft.h"
#include "ops/ai.onnx/signal/quick/root_sum.h"
#include "ops/ai.onnx/signal/signal.h"
#include "ops/ai.onnx/signal/stft.h"

namespace etalon {
namespace {

struct Spectrum {
  size_t bins;
  bool inverse = false;
  size_t parts = 2;  // of each bin: 1 leaves out its imaginary part
};

// A signal and what is asked of it.
template <class T>
struct Fourier {
  const Array<T>& x;  // [rows, N, parts]
  const Array<T>* window;
  bool inverse;

  size_t rows() const { return x.shape()[0]; }
  size_t N() const { return x.shape()[1]; }
  size_t parts() const { return x.shape()[2]; }
};

// e^(∓2πi j / N) for j < N.
template <class R, class T>
std::vector<Point<R>> roots_of(const Fourier<T>& of) {
  std::vector<Point<R>> roots;
  for (size_t j = 0; j < of.N(); ++j) {
    roots.push_back(unit_root<R>(of.inverse ? j : of.N() - j, of.N()));
  }
  return roots;
}

// Bins begin … end - 1 of all rows: [rows, end - begin, 2].
Array<Ball> some_bins(const Fourier<double>& of, const std::vector<Point<Ball>>& roots,
                      size_t begin, size_t end) {
  const size_t N = of.N(), parts = of.parts(), count = end - begin;
  Array<Ball> matrix = empty_array<Ball>({N * parts, 2 * count});
  Array<Ball> signals = empty_array<Ball>({of.rows(), N * parts});
  for (size_t i = 0; i < signals.size(); ++i) {
    signals.data()[i] = of.x.data()[i];
    if (of.window) signals.data()[i] *= (*of.window)(i / parts % N);
  }
  for (size_t n = 0; n < N; ++n) {
    for (size_t k = 0; k < count; ++k) {
      const Point<Ball>& root = roots[n * (begin + k) % N];
      for (size_t p = 0; p < parts; ++p) {
        matrix(n * parts + p, 2 * k) = root.factor(p, 0);
        matrix(n * parts + p, 2 * k + 1) = root.factor(p, 1);
      }
    }
  }
  Array<Ball> bins = matmul(signals, matrix);
  if (of.inverse) bins = bins / Ball(double(N));
  return bins;
}

// One part of a bin of a row, before it is divided.
template <class T>
ArbBall sum_of_bin(const Fourier<T>& of, const std::vector<Point<ArbBall>>& roots, size_t row,
                   size_t k, size_t part) {
  SumOfTerms<ArbBall> sum;
  double magnitude = 0;
  count_terms<ArbBall>(of.N() * of.parts());
  for (size_t n = 0; n < of.N(); ++n) {
    for (size_t p = 0; p < of.parts(); ++p) {
      ArbBall entry = of.x(row, n, p);
      if (of.window) entry *= ArbBall((*of.window)(n));
      magnitude += std::fabs(entry.middle()) + entry.radius();
      sum.add(entry * roots[n * k % of.N()].factor(p, part));
    }
  }
  // A fast transform adds all entries, those too that do not count in this part.
  return in_any_order(sum.result(), double(of.N() * of.parts()), magnitude);
}

// The number of at most 64 bits that the sum_of_bin(), which is known to be this nearly, is
// exactly; nothing if it is none.
std::optional<ArbBall> exact_sum(const Fourier<double>& of, size_t row, size_t k, size_t part,
                                 const ArbBall& nearly) {
  constexpr long most_bits = 64;
  const size_t N = of.N(), turns = std::lcm(N, size_t{4}), each = turns / N;
  count_terms<ArbBall>(N * of.parts());
  ArbBall candidate;
  if (!arb_contains_zero(nearly.get())) {
    arf_set_round(arb_midref(candidate.get()), arb_midref(nearly.get()), most_bits, ARF_RND_NEAR);
  }
  RootSum sum(turns);  // twice the difference
  sum.add(0, -2 * candidate);
  for (size_t n = 0; n < N; ++n) {
    const size_t turn = (of.inverse ? n * k % N : N - n * k % N) * each;
    for (size_t p = 0; p < of.parts(); ++p) {
      const ArbBall x =
          of.window ? sum.product(of.x(row, n, p), (*of.window)(n)) : ArbBall(of.x(row, n, p));
      p == part ? sum.add_cosine(turn, x) : sum.add_sine(turn, part == 1 ? x : -x);
    }
  }
  return sum.vanishes() ? std::optional(candidate) : std::nullopt;
}

// x [rows, N, 1 or 2] → [rows, bins, parts], rounded once to `type`: Σ_n e^(-2πi k n / N) x[n] for
// k < bins; the inverse has the other sign and is divided by N. x(row, n, part) is a factor of a
// `window` of N entries, if that is not null. Within a RoundingScope x are balls, else doubles.
Tensor fourier(DType type, const Array<ArbBall>& x, const Array<ArbBall>* window,
               const Spectrum& wanted) {
  const Fourier<ArbBall> of{x, window, wanted.inverse};
  const std::vector<Point<ArbBall>> roots = roots_of<ArbBall>(of);
  Array<ArbBall> spectra = empty_array<ArbBall>({of.rows(), wanted.bins, wanted.parts});
  each_index(spectra.shape(),
             [&](const Shape& at) { spectra[at] = sum_of_bin(of, roots, at[0], at[1], at[2]); });
  if (of.inverse) spectra = spectra / ArbBall(double(of.N()));
  return rounded(type, spectra);
}

Tensor fourier(DType type, const Reals& x, const Reals* window, const Spectrum& wanted) {
  const Fourier<double> of{x, window, wanted.inverse};
  const size_t bins = wanted.bins;
  Reals spectra = empty_array<double>({of.rows(), bins, wanted.parts});
  if (spectra.size() == 0) return Tensor::decided(type, spectra);
  std::map<long, std::vector<Point<ArbBall>>> roots;  // by their bits
  const auto refine = [&](size_t row, size_t k, size_t part, double approximate) {
    return refined(type, approximate, [&]() -> ArbBall {
      std::vector<Point<ArbBall>>& known = roots[precision_bits()];
      if (known.empty()) known = roots_of<ArbBall>(of);
      const ArbBall sum = sum_of_bin(of, known, row, k, part);
      // What so many bits do not decide may be a tie, or 0, that no bits would tell.
      constexpr long conclusive_bits = 160;
      const bool asks = precision_bits() == conclusive_bits && sum.finite() && !sum.special() &&
                        !arb_is_exact(sum.get());
      const ArbBall known_sum = asks ? exact_sum(of, row, k, part, sum).value_or(sum) : sum;
      return of.inverse ? known_sum / double(of.N()) : known_sum;
    });
  };
  const std::vector<Point<Ball>> quick_roots = roots_of<Ball>(of);
  const size_t at_once =
      std::max<size_t>(1, (size_t{1} << 20) / std::max<size_t>(1, of.N() * of.parts()));
  for (size_t begin = 0; begin < bins; begin += at_once) {
    count_step();
    const size_t end = std::min(begin + at_once, bins);
    const Array<Ball> some = some_bins(of, quick_roots, begin, end);
    for (size_t i = 0; i < some.size(); ++i) {
      const size_t row = i / (2 * (end - begin)), k = begin + i / 2 % (end - begin), part = i % 2;
      if (part >= wanted.parts) continue;
      const Ball& y = some.data()[i];
      spectra(row, k, part) = type != DType::float64 && decides(type, y)
                                  ? y.middle()
                                  : refine(row, k, part, y.middle());
    }
  }
  return Tensor::decided(type, spectra);
}

// x [rows, n, parts] cut, or padded with zeros, to n entries.
template <class T>
Array<T> fitted(const Array<T>& x, size_t n) {
  Array<T> signal = full({x.shape()[0], n, x.shape()[2]}, T(0));
  const size_t kept = std::min(x.shape()[1], n);
  xt::view(signal, xt::all(), xt::range(size_t{0}, kept), xt::all()) =
      xt::view(x, xt::all(), xt::range(size_t{0}, kept), xt::all());
  return signal;
}

// All N bins from the first ⌊N/2⌋ + 1: the others are the conjugates of their mirror images.
template <class T>
Array<T> mirrored(const Array<T>& half, size_t N) {
  Array<T> whole = fitted(half, N);
  for (size_t row = 0; row < whole.shape()[0]; ++row) {
    for (size_t k = N / 2 + 1; k < N; ++k) {
      whole(row, k, 0) = whole(row, N - k, 0);
      whole(row, k, 1) = -whole(row, N - k, 1);
    }
  }
  return whole;
}

// Frame f of signal [batch, length, parts] starts at f · step: [batch · frames, N, parts].
template <class T>
Array<T> framed(const Array<T>& signal, const Frames& frames) {
  const size_t batch = signal.shape()[0], parts = signal.shape()[2];
  Array<T> result = empty_array<T>({batch, frames.count, frames.length, parts});
  for (size_t b = 0; b < batch; ++b) {
    for (size_t f = 0; f < frames.count; ++f) {
      const size_t start = f * frames.step;
      xt::view(result, b, f) = xt::view(signal, b, xt::range(start, start + frames.length));
    }
  }
  result.reshape({batch * frames.count, frames.length, parts});
  return result;
}

// f.operator()<T>() for a formula that decides its digits itself: it reads doubles, or within a
// RoundingScope balls.
template <class F>
Tensor over_elements(F&& f) {
  return current_rounding() ? f.template operator()<ArbBall>() : f.template operator()<double>();
}

}  // namespace

std::optional<Values> dft_by_products(const Call& call) {
  const Dft of(call);
  const Tensor output = over_elements([&]<class T>() {
    const Array<T> x = elements_of<T>(of.signals);
    const bool half = of.onesided && of.inverse;
    return fourier(call.tensor("input").dtype(),
                   half ? mirrored(fitted(x, of.N / 2 + 1), of.N) : fitted(x, of.N), nullptr,
                   {of.bins, of.inverse, of.parts});
  });
  return Values{of.in_place(output)};
}

std::optional<Values> stft_by_products(const Call& call) {
  const Frames frames(call);
  const Tensor& signal = call.tensor("signal");
  const Tensor* window = call.maybe("window");
  const Tensor output = over_elements([&]<class T>() {
    const Array<T> weights = window ? elements_of<T>(*window) : Array<T>();
    return fourier(signal.dtype(), framed(elements_of<T>(signal), frames),
                   window ? &weights : nullptr, {frames.bins});
  });
  return Values{output.reshaped({signal.dim(0), frames.count, frames.bins, 2})};
}

namespace {

const Quick op[] = {{"DFT", dft_by_products}, {"STFT", stft_by_products}};

}  // namespace
}  // namespace etalon
