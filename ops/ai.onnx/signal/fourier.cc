#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

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

// What part p of an entry contributes to the real or the imaginary part of a bin: a part of the
// root, or its negative.
template <class R>
R factor(const Point<R>& root, size_t p, size_t part) {
  if (p == part) return root.re;
  return part == 1 ? root.im : -root.im;
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
        matrix(n * parts + p, 2 * k) = factor(root, p, 0);
        matrix(n * parts + p, 2 * k + 1) = factor(root, p, 1);
      }
    }
  }
  Array<Ball> bins = matmul(signals, matrix);
  if (of.inverse) bins = bins / Ball(double(N));
  return bins;
}

// One part of a bin of a row.
template <class T>
ArbBall one_bin(const Fourier<T>& of, const std::vector<Point<ArbBall>>& roots, size_t row,
                size_t k, size_t part) {
  SumOfTerms<ArbBall> sum;
  double magnitude = 0;
  count_terms<ArbBall>(of.N() * of.parts());
  for (size_t n = 0; n < of.N(); ++n) {
    for (size_t p = 0; p < of.parts(); ++p) {
      ArbBall entry = of.x(row, n, p);
      if (of.window) entry *= ArbBall((*of.window)(n));
      magnitude += std::fabs(entry.middle()) + entry.radius();
      sum.add(entry * factor(roots[n * k % of.N()], p, part));
    }
  }
  // A fast transform adds all entries, those too that do not count in this part.
  const ArbBall result = in_any_order(sum.result(), double(of.N() * of.parts()), magnitude);
  return of.inverse ? result / double(of.N()) : result;
}

}  // namespace

template <>
Tensor fourier(DType type, const Array<ArbBall>& x, const Array<ArbBall>* window,
               const Spectrum& wanted) {
  const Fourier<ArbBall> of{x, window, wanted.inverse};
  const std::vector<Point<ArbBall>> roots = roots_of<ArbBall>(of);
  Array<ArbBall> spectra = empty_array<ArbBall>({of.rows(), wanted.bins, wanted.parts});
  each_index(spectra.shape(),
             [&](const Shape& at) { spectra[at] = one_bin(of, roots, at[0], at[1], at[2]); });
  return rounded(type, spectra);
}

template <>
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
      return one_bin(of, known, row, k, part);
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

}  // namespace etalon
