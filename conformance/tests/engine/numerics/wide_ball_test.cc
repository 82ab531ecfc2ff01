#include "engine/numerics/wide_ball.h"
#include "engine/values/evaluation.h"

#include <cmath>
#include <limits>
#include <random>

#include "conformance/tests/catch.h"

namespace etalon::test::wide_ball_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// How many bits of `ball` are certain if all members of `exact`, which has more bits, are among its
// own; otherwise -1.
double certain_bits(const WideBall& ball, const ArbBall& exact) {
  const Setting scope(&Evaluation::precision, 1000);
  const WideBall middle(ball.negative(), ball.magnitude(), ball.exponent(), 0);
  const ArbBall distance = exact - middle.arb();
  if (std::fabs(distance.middle()) + distance.radius() > ball.radius()) return -1;
  return ball.radius() == 0 ? infinity : std::log2(ball.size() / ball.radius());
}

// Random numbers of 128 bits, without a radius.
class Numbers {
 public:
  WideBall next() { return of_exponent(exponent_(random_)); }
  // From -2^exponent to 2^exponent.
  WideBall below(int exponent) { return of_exponent(exponent - 128); }

 private:
  WideBall of_exponent(int exponent) {
    const WideBall::Magnitude high = random_();
    return {random_() % 2 == 0, (high << 64) + random_(), exponent, 0};
  }

  std::mt19937_64 random_{7};
  std::uniform_int_distribution<int> exponent_{-200, -60};
};

WideBall widened(double middle, double radius) {
  WideBall result = middle;
  result.widen(radius);
  return result;
}

}  // namespace

TEST_CASE("Arithmetic in 128 bits contains the exact results") {
  Numbers numbers;
  for (int i = 0; i < 20000; ++i) {
    const WideBall x = numbers.next(), y = numbers.next();
    const ArbBall a = x.arb(), b = y.arb();
    const Setting scope(&Evaluation::precision, 1000);
    REQUIRE(certain_bits(WideBall(a), a) == infinity);
    REQUIRE(certain_bits(x * y, a * b) >= 126);
    REQUIRE(certain_bits(x / y, a / b) >= 119);
    REQUIRE(certain_bits(x + y, a + b) >= 100);  // digits may cancel
    REQUIRE(certain_bits(x - y, a - b) >= 100);
    REQUIRE(certain_bits(real::abs(x) + real::abs(y), real::abs(a) + real::abs(b)) >= 126);
  }
}

TEST_CASE("A quotient in 128 bits holds at the ends of the divisor's range") {
  const Setting scope(&Evaluation::precision, 128);
  const ArbBall one = 1, nearly_two = ArbBall(2) - ArbBall(0x1p-126), after_one = one + 0x1p-127;
  for (const ArbBall& a : {one, nearly_two, after_one, ArbBall(0x1.fffffffffffffp0)}) {
    for (const ArbBall& b : {one, nearly_two, after_one, ArbBall(0x1.fffffffffffffp0)}) {
      const Setting exact(&Evaluation::precision, 1000);
      CHECK(certain_bits(WideBall(a) / WideBall(b), a / b) >= 119);
    }
  }
}

TEST_CASE("Results that 128 bits hold are exact") {
  const WideBall third = WideBall(1) / 3, product = WideBall(0x1.fffffep0) * 0x1.fffffep0;
  CHECK(third.radius() > 0);
  CHECK(product.radius() == 0);
  CHECK(product.middle() == 0x1.fffffep0 * 0x1.fffffep0);
  CHECK((WideBall(1) + 0x1p-127).radius() == 0);
  CHECK((WideBall(1) + 0x1p-128).radius() > 0);
  CHECK((WideBall(1) + 0x1p-300).radius() > 0);
  CHECK((third * 0).radius() == 0);
  CHECK((third - third).magnitude() == 0);
  CHECK((third - third).radius() > 0);
}

TEST_CASE("The exponential function and tanh in 128 bits contain Arb's") {
  Numbers numbers;
  std::vector<ArbBall> all;
  for (int i = 0; i < 5000; ++i) {
    for (const int exponent : {-30, -8, -1, 2, 5, 6}) all.push_back(numbers.below(exponent).arb());
  }
  for (int k = -90; k <= 90; ++k) {  // where the reduction of the argument begins a new step
    for (const double step : {std::numbers::ln2, 0x1p-7}) {
      for (const double off : {0.0, 0x1p-120, -0x1p-120}) {
        const Setting scope(&Evaluation::precision, 128);
        all.push_back(ArbBall(k * step) + ArbBall(off));
      }
    }
  }
  for (const double x : {64.0, -64.0, 0x1.fffffffffffffp5, -0x1.fffffffffffffp5, 100.0, 0.0, -0.0,
                         1e-40, 31.999, 32.0, 0x1p-16, 0x1.fp-17}) {
    all.push_back(x);
  }
  for (const ArbBall& x : all) {
    const Setting scope(&Evaluation::precision, 400);
    REQUIRE(certain_bits(real::exp(WideBall(x)), real::exp(x)) >= 112);
    const double bits = certain_bits(real::tanh(WideBall(x)), real::tanh(x));
    REQUIRE(bits >= 95);
  }
}

TEST_CASE("Radii in 128 bits contain all members' results") {
  for (const double middle : {-3.0, -0.5, 0.0, 0.25, 2.0, 40.0}) {
    for (const double radius : {0x1p-60, 0.01, 0.4, 3.0}) {
      INFO(middle << " ± " << radius);
      const WideBall x = widened(middle, radius);
      for (const double end : {middle - radius, middle + radius}) {
        const Setting scope(&Evaluation::precision, 300);
        const ArbBall member = end;
        CHECK(certain_bits(real::exp(x), real::exp(member)) != -1);
        CHECK(certain_bits(real::tanh(x), real::tanh(member)) != -1);
        CHECK(certain_bits(x * x, member * member) != -1);
        CHECK(certain_bits(x + x, member + member) != -1);
        CHECK(certain_bits(real::abs(x), real::abs(member)) != -1);
        CHECK(certain_bits(5 / (x + 50), ArbBall(5) / (member + 50)) != -1);
        CHECK(certain_bits(x / 7, member / 7) != -1);
        CHECK(certain_bits(real::erf(x), real::erf(member)) != -1);
        CHECK(certain_bits(real::sin(x), real::sin(member)) != -1);
        CHECK(certain_bits(real::sqrt(x + 50), real::sqrt(member + 50)) != -1);
        CHECK(certain_bits(real::log(x + 50), real::log(member + 50)) != -1);
      }
    }
  }
  // Not much wider than they have to be: exp(2 ± 2^-60) is off by e² · 2^-60.
  CHECK(real::exp(widened(2, 0x1p-60)).radius() < std::exp(2) * 0x1.0001p-60);
  CHECK((widened(3, 0x1p-60) / 2).radius() < 0x1.0001p-61);
}

TEST_CASE("Zeros in 128 bits have the signs of IEEE 754") {
  const auto sign = [](const WideBall& x) { return std::signbit(*x.rounded(DType::float32)); };
  CHECK(sign(WideBall(-0.0)));
  CHECK(sign(WideBall(-0.0) + WideBall(-0.0)));
  CHECK(!sign(WideBall(-0.0) + WideBall(0.0)));
  CHECK(!sign(WideBall(3) - 3));
  CHECK(!sign(WideBall(-3) + 3));
  CHECK(sign(WideBall(-0.0) * 3));
  CHECK(sign(WideBall(-3) * 0));
  CHECK(!sign(WideBall(-3) * -0.0));
  CHECK(sign(WideBall(0) / -5));
  CHECK(sign(real::tanh(-0.0)));
  CHECK(sign(WideBall(ArbBall(-0.0))));
  CHECK(sign(WideBall(WideBall(-0.0).arb())));
}

TEST_CASE("Comparisons in 128 bits hold for all members or are undecided") {
  const WideBall third = WideBall(1) / 3;
  CHECK(third < 0.5);
  CHECK(third > 0.25);
  CHECK(third <= 0.5);
  CHECK_FALSE(third >= 0.5);
  CHECK_FALSE(WideBall(2) < 2);
  CHECK(WideBall(2) <= 2);
  CHECK(WideBall(-0.0) == 0);
  CHECK_FALSE(WideBall(-1) == 1);
  CHECK_THROWS_AS(third < WideBall(1) / 3, Undecided);
  CHECK(maximum(third, 0.25).middle() == third.middle());
  CHECK(minimum(third, 0.25).middle() == 0.25);
  CHECK(minimum(third, 0.25).radius() == 0);
  const WideBall both = maximum(widened(1, 0.5), widened(1.25, 0.125));  // from 1.125 to 1.5
  CHECK(both.middle() - both.radius() <= 1.125);
  CHECK(both.middle() + both.radius() >= 1.5);
}

TEST_CASE("Functions in 128 bits contain Arb's") {
  Numbers numbers;
  std::vector<ArbBall> all;
  for (int i = 0; i < 2000; ++i) {
    for (const int exponent : {-40, -11, -9, -1, 1, 3})
      all.push_back(numbers.below(exponent).arb());
  }
  // Where a series ends, or half way between the centers of two; roots; where Arb takes over.
  for (const double x : {0x1p-7, 0x3p-7, 7.9921875, 7.99, 8.0, 9.5, 1.0, 0x1.0000000000001p0,
                         3.14159265358979, 1.5707963267948966, 5.0, 4.999, 20.0, 0x1p-10, 1e-30}) {
    all.push_back(x);
    all.push_back(-x);
  }
  for (const ArbBall& x : all) {
    const WideBall wide(x);
    const Setting scope(&Evaluation::precision, 400);
    INFO(x.middle());
    const auto bits = [&](auto f) { return certain_bits(f(wide), f(x)); };
    REQUIRE(bits([](const auto& v) { return real::sin(v); }) >= 20);  // near a root
    REQUIRE(bits([](const auto& v) { return real::cos(v); }) >= 20);
    REQUIRE(bits([](const auto& v) { return real::atan(v); }) >= 100);
    REQUIRE(bits([](const auto& v) { return real::erf(v); }) >= 100);
    REQUIRE(bits([](const auto& v) { return real::erfc(v); }) >= 64);
    REQUIRE(bits([](const auto& v) { return real::sqrt(real::abs(v)); }) >= 100);
    REQUIRE(bits([](const auto& v) { return real::log(real::abs(v)); }) >= 75);
    REQUIRE(bits([](const auto& v) { return real::log1p(real::abs(v)); }) >= 95);
    REQUIRE(bits([](const auto& v) {
              return real::pow(real::abs(v), std::remove_cvref_t<decltype(v)>(1.5));
            }) >= 95);
    if (x.middle() < 60) REQUIRE(bits([](const auto& v) { return real::expm1(v); }) >= 95);
  }
}

TEST_CASE("What 128 bits do not hold is undecided") {
  CHECK_THROWS_AS(WideBall(infinity), Undecided);
  CHECK_THROWS_AS(WideBall(std::nan("")), Undecided);
  CHECK_THROWS_AS(WideBall(1e-320), Undecided);
  CHECK_THROWS_AS(WideBall(1e200) * 1e200, Undecided);
  CHECK_THROWS_AS(WideBall(1e-150) * 1e-150, Undecided);
  CHECK_THROWS_AS(WideBall(1) / 0, Undecided);
  CHECK_THROWS_AS(1 / widened(0.5, 0.5), Undecided);
  CHECK_THROWS_AS(WideBall(ArbBall::unknown()), Undecided);
  CHECK_THROWS_AS(real::exp(WideBall(1000)), Undecided);
  CHECK_THROWS_AS(widened(1, 0.1) < 1, Undecided);
  CHECK(widened(1, 0.1) < 1.2);
}

TEST_CASE("A rounding to float64 is decided by the digits of 128 bits where both ends agree") {
  Numbers numbers;
  std::mt19937_64 random(11);
  size_t decided = 0;
  for (int i = 0; i < 20000; ++i) {
    WideBall middle = numbers.next();
    // Within a few units of half way between two doubles, and of one, too.
    if (i % 2 == 0) {
      const WideBall::Magnitude upper = middle.magnitude() >> 75 << 75;
      const WideBall::Magnitude off = (WideBall::Magnitude{i % 4 == 0} << 74) + random() % 32;
      middle = {middle.negative(), upper + off, middle.exponent(), 0};
    }
    const WideBall::Magnitude units = random() % 8;
    WideBall x = middle;
    x.widen(std::ldexp(double(units), x.exponent()));
    const auto end = [&](WideBall::Magnitude magnitude) {
      return WideBall(x.negative(), magnitude, x.exponent(), 0).arb().rounded(DType::float64);
    };
    const auto least = end(x.magnitude() - units), greatest = end(x.magnitude() + units);
    const auto result = x.rounded(DType::float64);
    if (!result) continue;
    ++decided;
    REQUIRE(result == least);
    REQUIRE(result == greatest);
  }
  CHECK(decided > 15000);
  const WideBall just_below_2(false, ~WideBall::Magnitude{0}, -127, 0);
  CHECK(just_below_2.rounded(DType::float64) == 2);
  CHECK((WideBall(1) + 0x1p-53).rounded(DType::float64) == 1);  // a tie: half to even
}

TEST_CASE("A rounding is decided where all members of a ball in 128 bits agree") {
  const WideBall tie = WideBall(1) + 0x1p-24;         // between the floats 1 and 1 + 2^-23
  CHECK(tie.rounded(DType::float32) == 1 + 0x1p-24);  // itself: half to even is still to come
  const auto rounded = [](const WideBall& x) {
    const std::optional<double> known = x.rounded(DType::float32);
    return known ? std::optional<float>(static_cast<float>(*known)) : std::nullopt;
  };
  CHECK(rounded(tie) == 1.0F);
  CHECK(rounded(tie + 0x1p-120) == 1.0F + 0x1p-23F);
  CHECK(rounded(tie - 0x1p-120) == 1.0F);
  WideBall around = tie;
  around.widen(0x1p-120);
  CHECK(!rounded(around));
  CHECK(rounded(widened(0, 1e-300)) == std::nullopt);
  CHECK((WideBall(1) / 3).rounded(DType::float64) == 1.0 / 3);
}

}  // namespace etalon::test::wide_ball_test
