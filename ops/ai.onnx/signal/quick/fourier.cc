#include "ops/ai.onnx/signal/quick/fourier.h"

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "engine/numerics/matmul.h"
#include "engine/numerics/rounded_once.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/signal/dft.h"
#include "ops/ai.onnx/signal/quick/fast_transform.h"
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

struct Bin {
  size_t row, k, part;
};

// One part of a bin of a row, before it is divided.
template <class T>
ArbBall sum_of_bin(const Fourier<T>& of, const std::vector<Point<ArbBall>>& roots, const Bin& bin) {
  SumOfTerms<ArbBall> sum;
  double magnitude = 0;
  count_terms<ArbBall>(of.N() * of.parts());
  for (size_t n = 0; n < of.N(); ++n) {
    for (size_t p = 0; p < of.parts(); ++p) {
      ArbBall entry = of.x(bin.row, n, p);
      if (of.window) entry *= ArbBall((*of.window)(n));
      magnitude += std::fabs(entry.middle()) + entry.radius();
      sum.add(entry * roots[n * bin.k % of.N()].factor(p, bin.part));
    }
  }
  // A fast transform adds all entries, those too that do not count in this part. Bluestein's, of
  // any length, is three of up to four times the length; each stage multiplies by roots that are
  // off, also where they are 0 or 1.
  constexpr double transforms = 3;
  const double stages = transforms * double(std::bit_width(4 * size_t(of.N()) - 1));
  const double additions = double(of.N() * of.parts()) + stages;
  return in_any_order(sum.result(), additions, magnitude);
}

// The dyadic number that the sum_of_bin(), which is known to be this nearly, is exactly, if it may
// be half way between two results, before it is divided, or 0; nothing if it is none.
std::optional<ArbBall> exact_sum(const Fourier<double>& of, const Bin& bin, const ArbBall& nearly) {
  const size_t N = of.N(), turns = std::lcm(N, size_t{4}), each = turns / N;
  const long most_bits = 64 + std::bit_width(N);
  count_terms<ArbBall>(N * of.parts());
  ArbBall candidate;
  if (!arb_contains_zero(nearly.get())) {
    arf_set_round(arb_midref(candidate.get()), arb_midref(nearly.get()), most_bits, ARF_RND_NEAR);
  }
  RootSum sum(turns);  // twice the difference
  sum.add(0, -2 * candidate);
  for (size_t n = 0; n < N; ++n) {
    const size_t turn = (of.inverse ? n * bin.k % N : N - n * bin.k % N) * each;
    for (size_t p = 0; p < of.parts(); ++p) {
      const double entry = of.x(bin.row, n, p);
      if (entry == 0) continue;
      const ArbBall x = of.window ? sum.product(entry, (*of.window)(n)) : ArbBall(entry);
      p == bin.part ? sum.add_cosine(turn, x) : sum.add_sine(turn, bin.part == 1 ? x : -x);
    }
  }
  return sum.vanishes() ? std::optional(candidate) : std::nullopt;
}

// True if every term of the sum_of_bin() is 0: then their signs decide that of the sum.
bool adds_zeros(const Fourier<double>& of, const Bin& bin) {
  const size_t N = of.N();
  for (size_t n = 0; n < N; ++n) {
    const size_t turn = n * bin.k % N;
    const bool half = 2 * turn % N == 0, quarter = !half && 4 * turn % N == 0;
    for (size_t p = 0; p < of.parts(); ++p) {
      const bool entry = of.x(bin.row, n, p) != 0 && (!of.window || (*of.window)(n) != 0);
      if (entry && (p == bin.part ? !quarter : !half)) return false;
    }
  }
  return true;
}

// The bins whose digits are decided one by one.
class SingleBins {
 public:
  SingleBins(DType type, const Fourier<double>& of) : type_(type), of_(of) {}

  // A double that stands for the result (ArbBall::rounded); `approximate` as for refined().
  double decided(const Bin& bin, double approximate) {
    return refined(type_, approximate, [&]() -> ArbBall {
      std::vector<Point<ArbBall>>& known = roots_[evaluation().precision];
      if (known.empty()) known = roots_of<ArbBall>(of_);
      const ArbBall sum = sum_of_bin(of_, known, bin);
      // What so many bits do not decide may be a tie, or 0, that no bits would tell.
      constexpr long conclusive_bits = 160;
      const bool asks = evaluation().precision == conclusive_bits && sum.finite() &&
                        !sum.special() && !arb_is_exact(sum.get());
      return result(asks ? exact(bin, sum).value_or(sum) : sum);
    });
  }

  // The same, if that decides it, of a sum of finite numbers that is known to be this nearly.
  std::optional<double> decided(const ArbBall& nearly) const {
    if (arb_contains_zero(nearly.get())) return std::nullopt;
    return result(nearly).rounded(type_);
  }
  // The same with more work, where so many bits leave hardly anything but ties and 0.
  double decided_at_last(const Bin& bin, const ArbBall& nearly) {
    if (const auto value = decided(nearly)) return *value;
    if (!arb_contains_zero(nearly.get()) || !adds_zeros(of_, bin)) {
      const std::optional<ArbBall> sum = exact(bin, nearly);
      const auto value = sum ? result(*sum).rounded(type_) : std::nullopt;
      if (value) return *value;
    }
    return decided(bin, middle(nearly));
  }
  // Of the result, from the sum.
  double middle(const ArbBall& sum) const { return result(sum).middle(); }

 private:
  ArbBall result(const ArbBall& sum) const { return of_.inverse ? sum / double(of_.N()) : sum; }

  // exact_sum(), which is asked for once for all bins that are conjugates. An automorphism of the
  // field of the roots of unity of order lcm(N, 4) takes each to a power u ≡ 1 (mod 4) of it. It
  // leaves i and the rational numbers as they are, and takes bin k to bin u k. So bins have the
  // same rational number, or none of them has one, if k has the same divisor in common with N, and
  // u that takes one to the other.
  std::optional<ArbBall> exact(const Bin& bin, const ArbBall& nearly) {
    const size_t divisor = std::gcd(bin.k, of_.N()), order = of_.N() / divisor;
    const size_t rest = order % 4 == 0 ? bin.k / divisor % 4 : 0;
    const std::array<size_t, 4> conjugates{bin.row, bin.part, divisor, rest};
    const auto found = exact_.find(conjugates);
    if (found != exact_.end()) return found->second;
    const std::optional<ArbBall> sum = exact_sum(of_, bin, nearly);
    if (sum) exact_.emplace(conjugates, *sum);
    return sum;
  }

  DType type_;
  const Fourier<double>& of_;
  std::map<long, std::vector<Point<ArbBall>>> roots_;  // by their bits
  std::map<std::array<size_t, 4>, ArbBall> exact_;
};

// Puts the bins of all rows, by a product with a matrix of roots, into `spectra`.
void by_products(DType type, const Fourier<double>& of, SingleBins& singles, Reals& spectra) {
  const size_t bins = spectra.shape()[1], parts = spectra.shape()[2];
  const std::vector<Point<Ball>> roots = roots_of<Ball>(of);
  const size_t at_once =
      std::max<size_t>(1, (size_t{1} << 20) / std::max<size_t>(1, of.N() * of.parts()));
  for (size_t begin = 0; begin < bins; begin += at_once) {
    count_step();
    const size_t end = std::min(begin + at_once, bins);
    const Array<Ball> some = some_bins(of, roots, begin, end);
    for (size_t i = 0; i < some.size(); ++i) {
      const Bin bin{i / (2 * (end - begin)), begin + i / 2 % (end - begin), i % 2};
      if (bin.part >= parts) continue;
      const Ball& y = some.data()[i];
      spectra(bin.row, bin.k, bin.part) = type != DType::float64 && decides(type, y)
                                              ? y.middle()
                                              : singles.decided(bin, y.middle());
    }
  }
}

// Fast transforms of the rows of a signal of finite numbers.
class RowTransform {
 public:
  RowTransform(const Fourier<double>& of, long bits)
      : of_(of), bits_(bits), fast_(of.N(), bits), x_(of.N()), spectrum_(of.N()) {}

  // Transforms a row. False, and nothing is transformed, if all its entries are +0.
  bool transform(size_t row) {
    if (!read(row)) return false;
    fast_.transform(x_, spectrum_);
    return true;
  }

  // Of the row that was transformed last, before it is divided.
  ArbBall sum(const Bin& bin) const {
    acb_srcptr at = spectrum_[of_.inverse ? (of_.N() - bin.k) % of_.N() : bin.k];
    ArbBall sum;
    arb_set(sum.get(), bin.part == 0 ? acb_realref(at) : acb_imagref(at));
    return sum;
  }

 private:
  bool read(size_t row) {
    const Setting scope(&Evaluation::precision, bits_);  // products of doubles are exact
    bool any = false;
    for (size_t n = 0; n < of_.N(); ++n) {
      for (size_t p = 0; p < of_.parts(); ++p) {
        ArbBall entry = of_.x(row, n, p);
        if (of_.window) entry *= ArbBall((*of_.window)(n));
        any = any || !arb_is_zero(entry.get()) || entry.negative_zero();
        arb_set(p == 0 ? acb_realref(x_[n]) : acb_imagref(x_[n]), entry.get());
      }
    }
    return any;
  }

  const Fourier<double>& of_;
  long bits_;
  FastTransform fast_;
  ComplexBalls x_, spectrum_;
};

// Puts the bins of all rows, which are finite, by fast transforms, into `spectra`.
class ByTransforms {
 public:
  ByTransforms(const Fourier<double>& of, SingleBins& singles)
      : of_(of), singles_(singles), quick_(of, quick_bits) {}

  void put(size_t row, Reals& spectra) {
    constexpr size_t few = 8;
    if (!quick_.transform(row)) return xt::view(spectra, row).fill(0.0);
    std::vector<Bin> left;
    {
      const Setting scope(&Evaluation::precision, quick_bits);
      for (size_t i = 0; i < spectra.shape()[1] * spectra.shape()[2]; ++i) {
        const Bin bin{row, i / spectra.shape()[2], i % spectra.shape()[2]};
        const auto value = singles_.decided(quick_.sum(bin));
        if (!value) left.push_back(bin);
        spectra(row, bin.k, bin.part) = value.value_or(0.0);
      }
    }
    if (left.size() <= few) {
      for (const Bin& bin : left) {
        spectra(row, bin.k, bin.part) = singles_.decided(bin, singles_.middle(quick_.sum(bin)));
      }
      return;
    }
    if (!thorough_) thorough_ = std::make_unique<RowTransform>(of_, thorough_bits);
    thorough_->transform(row);
    const Setting scope(&Evaluation::precision, thorough_bits);
    for (const Bin& bin : left) {
      spectra(row, bin.k, bin.part) = singles_.decided_at_last(bin, thorough_->sum(bin));
    }
  }

 private:
  static constexpr long quick_bits = 128, thorough_bits = 320;

  const Fourier<double>& of_;
  SingleBins& singles_;
  RowTransform quick_;
  std::unique_ptr<RowTransform> thorough_;
};

// True where fast transforms take less time than products.
bool is_long(DType type, const Fourier<double>& of) {
  return of.N() >= (type == DType::float64 ? 4 : 2048);
}

bool is_finite(const Reals& x) {
  return std::all_of(x.begin(), x.end(), [](double each) { return std::isfinite(each); });
}

// x [rows, N, 1 or 2] → [rows, bins, parts], rounded once to `type`: Σ_n e^(-2πi k n / N) x[n] for
// k < bins; the inverse has the other sign and is divided by N. x(row, n, part) is a factor of a
// `window` of N entries, if that is not null. Where bounds are wanted, x are balls, else doubles.
Tensor fourier(DType type, const Array<ArbBall>& x, const Array<ArbBall>* window,
               const Spectrum& wanted) {
  const Fourier<ArbBall> of{x, window, wanted.inverse};
  Array<ArbBall> spectra = empty_array<ArbBall>({of.rows(), wanted.bins, wanted.parts});
  if (spectra.size() == 0) return rounded(type, spectra);
  const std::vector<Point<ArbBall>> roots = roots_of<ArbBall>(of);
  each_index(spectra.shape(), [&](const Shape& at) {
    spectra[at] = sum_of_bin(of, roots, {at[0], at[1], at[2]});
  });
  if (of.inverse) spectra = spectra / ArbBall(double(of.N()));
  return rounded(type, spectra);
}

Tensor fourier(DType type, const Reals& x, const Reals* window, const Spectrum& wanted) {
  const Fourier<double> of{x, window, wanted.inverse};
  Reals spectra = empty_array<double>({of.rows(), wanted.bins, wanted.parts});
  if (spectra.size() == 0) return Tensor::decided(type, spectra);
  SingleBins singles(type, of);
  if (is_long(type, of) && is_finite(x) && (!window || is_finite(*window))) {
    ByTransforms transforms(of, singles);
    for (size_t row = 0; row < of.rows(); ++row) transforms.put(row, spectra);
  } else {
    by_products(type, of, singles, spectra);
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

// f.operator()<T>() for a formula that decides its digits itself: it reads doubles, or where bounds
// are wanted balls.
template <class F>
Tensor over_elements(F&& f) {
  return evaluation().rounding ? f.template operator()<ArbBall>() : f.template operator()<double>();
}

}  // namespace

std::optional<Values> dft_quickly(const Call& call) {
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

std::optional<Values> stft_quickly(const Call& call) {
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

const Quick op[] = {{"DFT", dft_quickly}, {"STFT", stft_quickly}};

}  // namespace
}  // namespace etalon
