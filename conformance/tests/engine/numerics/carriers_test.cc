// Formulas over balls, judged by MPFR: another library than the one that decides the digits.
#include "engine/numerics/carriers.h"

#include <mpfr.h>

#include <random>

#include "conformance/tests/catch.h"
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"
#include "engine/formula.h"
#include "engine/numerics/exponentials.h"
#include "engine/numerics/matmul.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon::test::carriers_test {
namespace {

constexpr mpfr_prec_t exact_bits = 5000;  // of sums of products of doubles

// A number that MPFR holds to many bits.
class Exact {
 public:
  explicit Exact(double value = 0, mpfr_prec_t bits = exact_bits) {
    mpfr_init2(value_, bits);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  ~Exact() { mpfr_clear(value_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  mpfr_ptr get() { return value_; }

  void add_product(double a, double b) {
    const Exact x(a);
    mpfr_t product;
    mpfr_init2(product, 106);
    mpfr_mul_d(product, x.value_, b, MPFR_RNDN);  // of two doubles: exact
    mpfr_add(value_, value_, product, MPFR_RNDN);
    mpfr_clear(product);
  }

  // The double that rounds to every type of at most 51 bits as this number does: towards zero,
  // with the last bit set if anything was cut off. For float64 the nearest.
  double rounded(DType type) const {
    if (type == DType::float64) return mpfr_get_d(value_, MPFR_RNDN);
    const double y = mpfr_get_d(value_, MPFR_RNDZ);
    if (!std::isfinite(y) || mpfr_cmp_d(value_, y) == 0) return round_to(type, y);
    return round_to(type, std::bit_cast<double>(std::bit_cast<uint64_t>(y) | 1));
  }

 private:
  mpfr_t value_;
};

class Draw {
 public:
  // Numbers of 2^-range … 2^range, of both signs.
  double number(DType type, int range) {
    const double scale = std::ldexp(1.0, static_cast<int>(bits_() % (2 * range + 1)) - range);
    const double fraction = 1 + static_cast<double>(bits_() >> 12) * 0x1p-52;
    return round_to(type, (bits_() % 2 != 0 ? -fraction : fraction) * scale);
  }

 private:
  std::mt19937_64 bits_{23};
};

// A row and a column whose products nearly cancel: the second half repeats the first with the other
// sign, and one element differs.
void cancel(Reals& row, Draw& draw, DType type, int range) {
  const size_t half = row.size() / 2;
  for (size_t k = 0; k < half; ++k) row(0, half + k) = -row(0, k);
  if (half > 0) row(0, 0) = draw.number(type, range);
}

// How many elements of row · matrix differ from MPFR's.
size_t differences(DType type, const Reals& row, const Reals& matrix) {
  const Tensor got = matmul(Tensor::of(type, row), Tensor::of(type, matrix));
  const Reals values = got.as<double>();
  size_t count = 0;
  for (size_t j = 0; j < matrix.shape()[1]; ++j) {
    Exact sum;
    for (size_t k = 0; k < row.size(); ++k) sum.add_product(row(0, k), matrix(k, j));
    if (values(0, j) != sum.rounded(type)) ++count;
  }
  return count;
}

Reals drawn(Draw& draw, DType type, const Shape& shape, int range) {
  Reals x = empty_array<double>(shape);
  for (double& value : x) value = draw.number(type, range);
  return x;
}

// LogSoftmax of the lines of X [lines, elements].
Tensor lines_log_softmax(const Tensor& X) {
  return by_sets(X, {1},
                 []<class R>(const Array<R>& lines) { return log_softmax_of_lines(lines); });
}

}  // namespace

TEST_CASE("Sums of products are rounded as MPFR's or cancelling or not") {
  Draw draw;
  for (const DType type : {DType::float32, DType::float64, DType::float16, DType::bfloat16}) {
    const int wide = type == DType::float64 ? 400 : type == DType::float16 ? 6 : 60;
    for (const int range : {2, wide}) {
      for (const size_t K : {1, 2, 7, 64, 1000}) {
        INFO(name(type) << " of " << K << " terms, 2^" << range);
        Reals row = drawn(draw, type, {1, K}, range);
        Reals matrix = drawn(draw, type, {K, 40}, range);
        CHECK(differences(type, row, matrix) == 0);
        for (double& value : matrix) value = 1;
        cancel(row, draw, type, range);
        CHECK(differences(type, row, matrix) == 0);
      }
    }
  }
}

TEST_CASE("A row of sums that lie on ties or by them; is rounded as each sum alone") {
  // 1 + 2⁻²⁴ is a tie between 1 and 1 + 2⁻²³; with 2⁻⁶⁰ more it lies above, with 2⁻⁶⁰ less below.
  const size_t columns = 600;
  Reals matrix = empty_array<double>({3, columns});
  for (size_t j = 0; j < columns; ++j) {
    matrix(0, j) = 1;
    matrix(1, j) = 0x1p-24;
    matrix(2, j) = (static_cast<double>(j % 3) - 1) * 0x1p-60;
  }
  const Tensor Y =
      matmul(f32({2, 3}, {1, 1, 1, 1, -0x1p24, 0}), Tensor::of(DType::float32, matrix));
  const Reals y = Y.as<double>();
  for (size_t j = 0; j < columns; ++j) {
    CHECK(y(0, j) == (j % 3 == 2 ? 1 + 0x1p-23 : 1));
    CHECK((y(1, j) == 0 && !std::signbit(y(1, j))));
  }
}

TEST_CASE("A power of balls contains the powers of their members; by MPFR and little else") {
  Draw draw;
  for (int trial = 0; trial < 2000; ++trial) {
    const double x = std::fabs(draw.number(DType::float64, 3));
    const double y = draw.number(DType::float64, 3);
    const double rx = x * 0x1p-40, ry = trial % 2 == 0 ? 0 : 0x1p-42;
    const Ball power = real::pow(Ball(x, rx), Ball(y, ry));
    for (const double base : {x - rx, x + rx}) {
      for (const double exponent : {y - ry, y + ry}) {
        Exact off(0, 400);
        mpfr_pow(off.get(), Exact(base, 400).get(), Exact(exponent, 400).get(), MPFR_RNDN);
        mpfr_sub_d(off.get(), off.get(), power.middle(), MPFR_RNDN);
        CHECK(mpfr_cmpabs(off.get(), Exact(power.radius(), 400).get()) <= 0);
      }
    }
    const double relative = (std::fabs(y) * 0x1p-40 + ry * std::fabs(std::log(x))) * 1.1 + 0x1p-48;
    CHECK(power.radius() <= relative * power.middle());
  }
  CHECK(std::isinf(real::pow(Ball(1, 2), Ball(0.5)).radius()));  // its members may be negative
}

TEST_CASE("Sums are rounded once whatever cancels or overflows on the way") {
  const auto sum = [](DType type, const std::vector<double>& values) {
    Reals x = empty_array<double>({values.size()});
    std::copy(values.begin(), values.end(), x.begin());
    const Tensor X = Tensor::of(type, x);
    return over_reals(type,
                      [&]<class R>() { return rounded(type, sum_over(elements_of<R>(X), {0})); })
        .template item<double>();
  };
  CHECK(sum(DType::float32, {1e38, 1, 1e-30, -1e38, -1}) == static_cast<double>(1e-30F));
  CHECK(sum(DType::float64, {1.7e308, 1.7e308, -1.7e308}) == 1.7e308);
  CHECK(sum(DType::float64, {1, 0x1p-53, 0x1p-200}) == 1 + 0x1p-52);  // just above a tie
  CHECK(sum(DType::float64, {1, 0x1p-53}) == 1);                      // a tie
  CHECK(sum(DType::float32, {inf, 1}) == inf);
  CHECK(std::isnan(sum(DType::float32, {inf, -inf})));
  CHECK(std::signbit(sum(DType::float32, {-0.0, -0.0})));
  CHECK_FALSE(std::signbit(sum(DType::float32, {-0.0, 0.0})));
  CHECK_FALSE(std::signbit(sum(DType::float64, {1, -1})));
  CHECK_FALSE(std::signbit(sum(DType::float32, {})));
}

TEST_CASE("A sum of products is -0 if every product is") {
  const Tensor minus = f32({1, 2}, {-0.0, -0.0});
  const Tensor plus = f32({2, 1}, {1, 2});
  const Tensor mixed = f32({2, 1}, {1, -2});
  CHECK(std::signbit(matmul(minus, plus).item<double>()));
  CHECK_FALSE(std::signbit(matmul(minus, mixed).item<double>()));
}

TEST_CASE("A logarithm of a sum keeps what is tiny beside its greatest term") {
  const auto log_softmax = [](DType type, double least) {
    Reals x = full({1, 2}, 0.0);
    x(0, 1) = least;
    return by_sets(Tensor::of(type, x), {1},
                   []<class R>(const Array<R>& lines) { return log_softmax_of_lines(lines); })
        .template as<double>();
  };
  // −log(1 + e^-n) is below 0, however small.
  CHECK(std::signbit(log_softmax(DType::float32, -5000)(0, 0)));
  CHECK(std::signbit(log_softmax(DType::float64, -1e6)(0, 0)));
  CHECK(log_softmax(DType::float64, -700)(0, 0) == -9.8596765437597708e-305);  // mpmath
}

TEST_CASE("Softmax is rounded as MPFR's") {
  Draw draw;
  for (const DType type : {DType::float32, DType::float64}) {
    for (int trial = 0; trial < 50; ++trial) {
      const Reals x = drawn(draw, type, {1, 5}, 5);
      const Tensor got = by_sets(Tensor::of(type, x), {1}, []<class R>(const Array<R>& lines) {
        return softmax_of_lines(lines);
      });
      Exact total(0, 400);
      for (const double value : x) {
        Exact e(value, 400);
        mpfr_exp(e.get(), e.get(), MPFR_RNDN);
        mpfr_add(total.get(), total.get(), e.get(), MPFR_RNDN);
      }
      for (size_t i = 0; i < x.size(); ++i) {
        Exact e(x.data()[i], 400);
        mpfr_exp(e.get(), e.get(), MPFR_RNDN);
        mpfr_div(e.get(), e.get(), total.get(), MPFR_RNDN);
        CHECK(got.as<double>().data()[i] == e.rounded(type));
      }
    }
  }
}

TEST_CASE("LogSoftmax of lines is rounded as MPFR's") {
  Draw draw;
  constexpr mpfr_prec_t bits = 2000;
  for (const DType type : {DType::float32, DType::float16, DType::float64}) {
    for (const int range : {1, 3, 8}) {
      const Tensor X = Tensor::of(type, drawn(draw, type, {20, 5}, range));
      const Reals x = X.as<double>(), got = lines_log_softmax(X).as<double>();
      for (size_t line = 0; line < 20; ++line) {
        Exact log(0, bits);
        for (size_t i = 0; i < 5; ++i) {
          Exact e(x(line, i), bits);
          mpfr_exp(e.get(), e.get(), MPFR_RNDN);
          mpfr_add(log.get(), log.get(), e.get(), MPFR_RNDN);
        }
        mpfr_log(log.get(), log.get(), MPFR_RNDN);
        for (size_t i = 0; i < 5; ++i) {
          Exact y(x(line, i), bits);
          mpfr_sub(y.get(), y.get(), log.get(), MPFR_RNDN);
          CHECK(got(line, i) == y.rounded(type));
        }
      }
    }
  }
}

TEST_CASE("LogSoftmax of lines keeps what is tiny or masked or infinite or NaN") {
  const auto log_softmax = [](const Reals& x) {
    return show(lines_log_softmax(Tensor::of(DType::float32, x)));
  };
  // −log(1 + e^-n) is below 0, however small: e^-5000 is 0 in double, e^-80 a float.
  CHECK(log_softmax(Reals{{0, -5000}}) == "float[1, 2] -0 -5000");
  CHECK(log_softmax(Reals{{0, -80}}) == "float[1, 2] -1.8048513e-35 -80");  // mpmath
  CHECK(log_softmax(Reals{{0, 0, -1e30}}) == "float[1, 3] -0.6931472 -0.6931472 -1e+30");
  CHECK(log_softmax(Reals{{0, -inf, 0}}) == "float[1, 3] -0.6931472 -inf -0.6931472");
  CHECK(log_softmax(full({1, 1}, 7.0)) == "float[1, 1] 0");
  CHECK(log_softmax(Reals{{-inf, -inf}}) == "float[1, 2] nan nan");
  CHECK(log_softmax(Reals{{inf, 0.0}}) == "float[1, 2] nan -inf");  // 0 − log ∞
  CHECK(log_softmax(Reals{{NAN, 0.0}}) == "float[1, 2] nan nan");
  CHECK(log_softmax(Reals{{0.0, NAN}}) == "float[1, 2] nan nan");
}

TEST_CASE("Infinities and NaN go through balls as through doubles") {
  const auto softmax = [](const Reals& x) {
    return show(by_sets(Tensor::of(DType::float32, x), {1},
                        []<class R>(const Array<R>& lines) { return softmax_of_lines(lines); }));
  };
  CHECK(softmax(Reals{{-inf, 0.0}}) == "float[1, 2] 0 1");
  CHECK(softmax(Reals{{-inf, -inf}}) == "float[1, 2] nan nan");
  CHECK(softmax(Reals{{inf, 0.0}}) == "float[1, 2] nan nan");
  const Ball infinite = inf;
  CHECK((infinite - infinite).is_nan());
  CHECK((1 / infinite).middle() == 0);
  CHECK((1 / infinite).radius() == 0);
  CHECK(std::isinf((Ball(1e308) * Ball(10.0)).radius()));  // overflow: nothing is known
  CHECK((ArbBall(inf) * ArbBall(-2.0)).middle() == -inf);
  CHECK((ArbBall(inf) - ArbBall(inf)).is_nan());
  CHECK(std::signbit((ArbBall(-0.0) * ArbBall(3.0)).middle()));
}

TEST_CASE("Whole numbers are exact or not decided") {
  CHECK(real::rint(Ball(2.5)).middle() == 2);
  CHECK(real::rint(ArbBall(3.5)).middle() == 4);
  CHECK(real::rint(ArbBall(-0.3)).middle() == 0);
  CHECK(real::floor(ArbBall(-0.5)).middle() == -1);
  CHECK(real::trunc(ArbBall(-1.5)).middle() == -1);
  CHECK_THROWS_AS(real::floor(Ball(1.0, 0x1p-40)), Undecided);
  CHECK_THROWS_AS(real::rint(Ball(0.5, 0x1p-40)), Undecided);
}

TEST_CASE("Where bounds are wanted; results carry what a runtime may be off by") {
  const Tensor X = Tensor::of(DType::float32, Reals{1, 2, 3, 4});
  const Rounding rounding = rounding_of(DType::float32);
  const Setting scope(&Evaluation::rounding, &rounding);
  const Tensor sum = over_reals(DType::float32, [&]<class R>() {
    return rounded(DType::float32, sum_over(elements_of<R>(X), {0}));
  });
  CHECK(sum.item<double>() == 10);
  REQUIRE(sum.side());
  const double error = sum.side()->errors->item<double>();
  // Three additions of numbers that add up to 10, and the rounding of the sum itself: half an ULP.
  CHECK(error >= 0x1p-24 * (3 * 10 + 8));
  CHECK(error <= 1.01 * 0x1p-24 * (3 * 10 + 8));
}

}  // namespace etalon::test::carriers_test
