// Correct rounding, judged by MPFR: another library than the one that decides the digits.
#include "engine/numerics/rounded.h"

#include <mpfr.h>

#include <random>
#include <vector>

#include "conformance/tests/catch.h"
#include "conformance/tests/numbers.h"
#include "engine/values/tensor.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon::test::rounded_test {
namespace {

using Judge = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);

// A double that rounds to every type of at most 51 bits as MPFR's value of f(x) does: towards zero,
// with the last bit set if anything was cut off.
double judged(Judge f, double x) {
  mpfr_t value;
  mpfr_init2(value, 53);
  mpfr_set_d(value, x, MPFR_RNDN);
  const int cut = f(value, value, MPFR_RNDZ);
  const double y = mpfr_get_d(value, MPFR_RNDZ);
  const bool below_double = mpfr_regular_p(value) && mpfr_cmp_d(value, y) != 0;
  mpfr_clear(value);
  if ((cut == 0 && !below_double) || !std::isfinite(y)) return y;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(y) | 1);
}

double judged_double(Judge f, double x) {
  mpfr_t value;
  mpfr_init2(value, 53);
  mpfr_set_d(value, x, MPFR_RNDN);
  f(value, value, MPFR_RNDN);
  const double y = mpfr_get_d(value, MPFR_RNDN);
  mpfr_clear(value);
  return y;
}

bool same(double a, double b) {
  return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

template <class F>
size_t differences(DType type, const F& f, Judge judge, const std::vector<double>& points) {
  size_t count = 0;
  for (const double x : points) {
    const double ours = round_to(type, correctly_rounded(type, f, x));
    const double theirs =
        type == DType::float64 ? judged_double(judge, x) : round_to(type, judged(judge, x));
    if (same(ours, theirs)) continue;
    if (count++ < 3)
      UNSCOPED_INFO(name(type) << " at " << x << ": " << ours << ", MPFR " << theirs);
  }
  return count;
}

std::vector<double> all_of(DType type) {
  std::vector<double> points;
  Tensor bits = Tensor::unwritten(type, {65536});
  const auto slots = bits.mutable_slots<uint16_t>();
  for (size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<uint16_t>(i);
  const Reals values = bits.as<double>();
  return {values.begin(), values.end()};
}

// Of all magnitudes that a type has, most of them near 1.
std::vector<double> drawn(DType type, size_t count, int exponents) {
  std::mt19937_64 bits(17);
  std::vector<double> points;
  for (size_t i = 0; i < count; ++i) {
    const int range = i % 4 == 0 ? exponents : 6;
    const double scale = std::ldexp(1.0, static_cast<int>(bits() % (2 * range)) - range);
    const double fraction = 1 + static_cast<double>(bits() >> 12) * 0x1p-52;
    points.push_back(round_to(type, (bits() % 2 != 0 ? -fraction : fraction) * scale));
  }
  return points;
}

template <class F>
void agree(const char* name, const F& f, Judge judge) {
  INFO(name);
  static const auto halves = all_of(DType::float16);
  static const auto brains = all_of(DType::bfloat16);
  static const auto singles = drawn(DType::float32, 20000, 140);
  static const auto doubles = drawn(DType::float64, 2000, 900);
  CHECK(differences(DType::float16, f, judge, halves) == 0);
  CHECK(differences(DType::bfloat16, f, judge, brains) == 0);
  CHECK(differences(DType::float32, f, judge, singles) == 0);
  CHECK(differences(DType::float64, f, judge, doubles) == 0);
}

}  // namespace

TEST_CASE("Exponentials and logarithms are rounded as MPFR's") {
  agree(
      "exp", [](auto x) { return real::exp(x); }, mpfr_exp);
  agree(
      "expm1", [](auto x) { return real::expm1(x); }, mpfr_expm1);
  agree(
      "log", [](auto x) { return real::log(x); }, mpfr_log);
  agree(
      "log1p", [](auto x) { return real::log1p(x); }, mpfr_log1p);
}

TEST_CASE("Trigonometric functions are rounded as MPFR's") {
  agree(
      "sin", [](auto x) { return real::sin(x); }, mpfr_sin);
  agree(
      "cos", [](auto x) { return real::cos(x); }, mpfr_cos);
  agree(
      "tan", [](auto x) { return real::tan(x); }, mpfr_tan);
  agree(
      "asin", [](auto x) { return real::asin(x); }, mpfr_asin);
  agree(
      "acos", [](auto x) { return real::acos(x); }, mpfr_acos);
  agree(
      "atan", [](auto x) { return real::atan(x); }, mpfr_atan);
}

TEST_CASE("Hyperbolic functions are rounded as MPFR's") {
  agree(
      "sinh", [](auto x) { return real::sinh(x); }, mpfr_sinh);
  agree(
      "cosh", [](auto x) { return real::cosh(x); }, mpfr_cosh);
  agree(
      "tanh", [](auto x) { return real::tanh(x); }, mpfr_tanh);
  agree(
      "asinh", [](auto x) { return real::asinh(x); }, mpfr_asinh);
  agree(
      "acosh", [](auto x) { return real::acosh(x); }, mpfr_acosh);
  agree(
      "atanh", [](auto x) { return real::atanh(x); }, mpfr_atanh);
}

TEST_CASE("Square roots and error functions are rounded as MPFR's") {
  agree(
      "sqrt", [](auto x) { return real::sqrt(x); }, mpfr_sqrt);
  agree(
      "erf", [](auto x) { return real::erf(x); }, mpfr_erf);
  agree(
      "erfc", [](auto x) { return real::erfc(x); }, mpfr_erfc);
}

TEST_CASE("The logistic function is rounded as MPFR's") {
  const Judge logistic = [](mpfr_t y, const mpfr_t x, mpfr_rnd_t rounding) {
    mpfr_t power;
    mpfr_init2(power, 200);
    mpfr_neg(power, x, MPFR_RNDN);
    mpfr_exp(power, power, MPFR_RNDN);
    mpfr_add_ui(power, power, 1, MPFR_RNDN);
    const int cut = mpfr_ui_div(y, 1, power, rounding);
    mpfr_clear(power);
    return cut;
  };
  agree(
      "sigmoid", [](auto x) { return activation::sigmoid(x); }, logistic);
}

// sigmoid(40) = 1 - 4.25e-18, and its slope there is 4.25e-18: an argument's radius hardly counts.
TEST_CASE("The logistic function of a ball contains all values and little more") {
  const Ball flat = activation::sigmoid(Ball(40, 0x1p-10));
  CHECK(flat.lower() <= 1 - 4.26e-18);
  CHECK(flat.upper() >= 1 - 4.24e-18);
  CHECK(flat.radius() < 0x1p-51);
  // sigmoid(-1 ± 2^-10) lies between 0.268749… and 0.269133… (mpmath).
  const Ball steep = activation::sigmoid(Ball(-1, 0x1p-10));
  CHECK(steep.lower() <= 0.268749460859);
  CHECK(steep.upper() >= 0.269133468529);
  CHECK(steep.radius() < 0.0002);
  CHECK(activation::sigmoid(Ball(0)).radius() == 0);
}

TEST_CASE("Results far out of every range are rounded") {
  const auto power = [](double y) { return [y](auto x) { return real::pow(x, decltype(x)(y)); }; };
  CHECK(correctly_rounded(DType::float64, power(1e300), 1e300) == inf);
  CHECK(correctly_rounded(DType::float64, power(-1e300), 1e300) == 0);
  CHECK(correctly_rounded(DType::float64, power(1e15), 3) == inf);
  CHECK(correctly_rounded(DType::float64, power(0x1p1023), -0x1p-1000) == 0);
  const auto exp = [](auto x) { return real::exp(x); };
  CHECK(correctly_rounded(DType::float64, exp, 1.7e308) == inf);
  CHECK(correctly_rounded(DType::float64, exp, -1.7e308) == 0);
  const auto square_of_exp = [](auto x) {
    return real::exp(x) * real::exp(x * x) / (1 + real::exp(x));
  };
  CHECK(correctly_rounded(DType::float64, square_of_exp, 800) == inf);
  CHECK(correctly_rounded(
            DType::float64, [](auto x) { return real::tanh(real::sinh(x)); }, -1.7e308) == -1);
}

TEST_CASE("A tie is found exactly") {
  const auto cube_of_root = [](auto x) { return real::pow(x, decltype(x)(1.5)); };
  // 257² to the power 1.5 is 257³ = 16974593 = 2^24 + 197377, an odd number of 25 bits: halfway
  // between two float32 values, of which 16974592 has the even last bit.
  CHECK(round_to(DType::float32, correctly_rounded(DType::float32, cube_of_root, 66049.0)) ==
        16974592.0);
  const auto half_more = [](auto x) { return x * 3 / 2; };
  // 3·(2^53 - 1)/2 = 1.5·2^53 - 1.5, halfway between two doubles.
  CHECK(correctly_rounded(DType::float64, half_more, 0x1p53 - 1) == 0x1.8p53 - 2);
}

// With 28 bits less than a double, float32 changes its rounding between 1 and 1 + 2^-23 at
// 1 + 2^-24 alone, which is 2^28 units of 2^-52 above 1.
TEST_CASE("A ball decides a digit if it keeps away from where the rounding changes") {
  const auto by_units = [](double middle, double radius) {
    return decides(DType::float32, Ball(1 + middle * 0x1p-52, radius * 0x1p-52));
  };
  const double tie = 0x1p28;
  CHECK(by_units(tie + 1000, 900));
  CHECK(by_units(tie - 1000, 900));
  CHECK_FALSE(by_units(tie + 1000, 1100));
  CHECK_FALSE(by_units(tie - 1000, 1100));
  CHECK_FALSE(by_units(tie + 1, 2));
  CHECK(by_units(tie, 0));
  CHECK(by_units(tie / 2, tie / 4));
  CHECK_FALSE(by_units(tie / 2, tie));
  CHECK(by_units(0, 1000));  // 1 itself is a float
}

TEST_CASE("A ball about zero; an infinity or NaN decides only without a radius") {
  for (const double middle : {0.0, -0.0, inf, -inf, double(NAN)}) {
    CHECK(decides(DType::float32, Ball(middle, 0)));
    CHECK_FALSE(decides(DType::float32, Ball(middle, inf)));
  }
  CHECK_FALSE(decides(DType::float32, Ball(0, 0x1p-1074)));
  CHECK_FALSE(decides(DType::float32, Ball(0x1p-150, 0x1p-180)));  // half the least float
  CHECK(decides(DType::float32, Ball(0x1.8p-150, 0x1p-180)));
  CHECK_FALSE(decides(DType::float32, Ball(1, NAN)));
}

TEST_CASE("A branch that a ball cannot decide is taken by more bits") {
  // (1 + x) - 1 > 0 for the least x, though 1 + x is 1 in double.
  const auto sign = [](auto x) {
    using R = decltype(x);
    return (1 + x) - 1 > R(0) ? R(1) : R(-1);
  };
  CHECK(correctly_rounded(DType::float32, sign, 0x1p-100) == 1);
  CHECK(correctly_rounded(DType::float64, sign, -0x1p-100) == -1);
}

TEST_CASE("Poles and NaN and infinities are those of double arithmetic") {
  const auto inverse = [](auto x) { return 1 / x; };
  CHECK(correctly_rounded(DType::float32, inverse, -0.0) == -inf);
  CHECK(std::isnan(correctly_rounded(
      DType::float64, [](auto x) { return real::log(x); }, -1.0)));
  CHECK(correctly_rounded(DType::float64, inverse, inf) == 0);
  CHECK(std::signbit(correctly_rounded(
      DType::float32, [](auto x) { return real::exp(x) * -1; }, -1e30)));
}

}  // namespace etalon::test::rounded_test
