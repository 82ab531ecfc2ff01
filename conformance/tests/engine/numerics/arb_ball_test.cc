// Rests: what is too small to show beside an exact number decides comparisons and ties.
#include <numbers>

#include "engine/numerics/arb_ball.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/numbers.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/tensor.h"

namespace etalon::test::arb_ball_test {
namespace {

const ArbBall tiny = real::exp(ArbBall(-1e6));  // 2^-1442695
constexpr double tie = 1 + 3 * 0x1p-11;         // of float16, between 1 + 2^-10 and 1 + 2^-9

// The float16 that x rounds to; NaN if that is not decided.
double half(const ArbBall& x) {
  const auto value = x.rounded(DType::float16);
  return value ? round_to(DType::float16, *value) : nan;
}

constexpr double below = 1 + 0x1p-10, above = 1 + 0x1p-9;

}  // namespace

TEST_CASE("ArbBall: a sum is on the side of an exact number that a small addend says") {
  CHECK(half(tie + tiny) == above);
  CHECK(half(tie - tiny) == below);
  CHECK(half(tiny + tie) == above);
  CHECK(half(-(tie + tiny)) == -above);
  CHECK(half(tie) == above);  // ties to even
  CHECK(half((tie + tiny) - 2 * tiny) == below);
  CHECK(half((2 + tiny) - (1 - 0x1p-10) + (0x1p-11 - 3 * tiny)) == below);
  CHECK(half((0.5 + tiny) + (1 - 2 * tiny) + (0x1p-11 - 0.5)) == 1);
  CHECK_FALSE((tie + (tiny - tiny)).rounded(DType::float16));  // of either sign, or 0
}

TEST_CASE("ArbBall: where exact numbers cancel; the rest is left") {
  const ArbBall left = (1 + tiny) - 1;
  CHECK(half(left) == 0);
  CHECK(ArbBall(0) < left);
  CHECK(left / tiny < ArbBall(1.001));
  CHECK(ArbBall(0.999) < left / tiny);
}

TEST_CASE("ArbBall: products and quotients and roots keep the side") {
  CHECK(half((1 + tiny) * tie) == above);
  CHECK(half((1 - tiny) * tie) == below);
  CHECK(half((1 + tiny) * (tie - 2 * tiny)) == below);
  CHECK(half((1 + 3 * tiny) * (tie - 2 * tiny)) == above);
  CHECK(half(tie / (1 + tiny)) == below);
  CHECK(half((tie + tiny) / (1 + tiny)) == below);
  CHECK(half((tie + 2 * tiny) / (1 + tiny)) == above);
  CHECK(half(real::sqrt(ArbBall(tie) * tie - tiny)) == below);
  CHECK(half(real::pow(1 - tiny, ArbBall(0.75)) * tie) == below);
  CHECK(half(real::pow(ArbBall(tie) * tie + tiny, ArbBall(0.5))) == above);
}

TEST_CASE("ArbBall: functions near their limits keep the side") {
  const auto times_tie = [](const ArbBall& x) { return half(x * tie); };
  CHECK(times_tie(real::exp(tiny)) == above);
  CHECK(times_tie(real::exp(-tiny)) == below);
  CHECK(times_tie(-real::expm1(ArbBall(-1e30))) == below);
  CHECK(times_tie(real::tanh(ArbBall(1e30))) == below);
  CHECK(times_tie(real::tanh(ArbBall(-1e30))) == -below);
  CHECK(times_tie(real::erf(ArbBall(1e5))) == below);
  CHECK(times_tie(real::erfc(ArbBall(-1e5)) / 2) == below);
  CHECK(times_tie(real::erfc(tiny)) == below);
  CHECK(times_tie(real::cos(tiny)) == below);
  CHECK(times_tie(real::cosh(tiny)) == above);
  CHECK(ArbBall(0) < real::log(1 + tiny));
  CHECK(real::log(1 - tiny) < ArbBall(0));
}

TEST_CASE("ArbBall: comparisons and whole numbers see the side") {
  CHECK(1 - tiny < ArbBall(1));
  CHECK_FALSE(1 + tiny < ArbBall(1));
  CHECK_FALSE(1 + tiny == ArbBall(1));
  CHECK(1 - 2 * tiny < 1 - tiny);
  CHECK(half(maximum(ArbBall(tie), tie - tiny)) == above);
  CHECK(half(minimum(ArbBall(tie), tie - tiny)) == below);
  CHECK(half(real::abs(-tie + tiny)) == below);
  CHECK(real::floor(3 - tiny).middle() == 2);
  CHECK(real::floor(3 + tiny).middle() == 3);
  CHECK(real::ceil(3 + tiny).middle() == 4);
  CHECK(real::trunc(-3 + tiny).middle() == -2);
  CHECK(real::rint(2.5 + tiny).middle() == 3);
  CHECK(real::rint(2.5 - tiny).middle() == 2);
}

TEST_CASE("ArbBall: the error function far out has a sign though its argument is not exact") {
  const Setting scope(&Evaluation::precision, 320);
  const ArbBall far = ArbBall(8e5) / real::sqrt(ArbBall(2));
  const auto y = (-real::erfc(far)).rounded(DType::float32);
  REQUIRE(y);
  CHECK(std::signbit(*y));
}

TEST_CASE("ArbBall: float64 is decided by the side too") {
  const auto rounded = [](const ArbBall& x) { return x.rounded(DType::float64).value_or(nan); };
  CHECK(rounded(ArbBall(1) + 0x1p-53 + tiny) == 1 + 0x1p-52);
  CHECK(rounded(ArbBall(1) + 0x1p-53 - tiny) == 1);
  CHECK(rounded(1 + tiny) == 1);
  CHECK(rounded(1 - tiny) == 1);
  CHECK(rounded(ArbBall(0x1p-1074) / 2 + tiny) == 0x1p-1074);
  CHECK(rounded(ArbBall(0x1p-1074) / 2 - tiny) == 0);
}

TEST_CASE("ArbBall: exponentials of numbers of any size have a quotient") {
  const Setting scope(&Evaluation::precision, 2048);
  const ArbBall y = real::exp(ArbBall(1e300));
  REQUIRE(y.finite());
  CHECK((y / y).middle() == 1);
  CHECK((y / real::exp(ArbBall(1e300) - 1)).middle() == std::numbers::e);
  CHECK(std::fabs((real::exp(ArbBall(-1e300)) * y).middle() - 1) < 1e-15);
}

TEST_CASE("ArbBall: the logarithm of a sum is more than that of its greatest exponential") {
  const Setting scope(&Evaluation::precision, 2048);
  const auto log_of_sum = [](double a, double b) {
    return real::log(real::exp(ArbBall(a)) + real::exp(ArbBall(b)));
  };
  for (const ArbBall& log : {log_of_sum(60000, 0), log_of_sum(-5, 60000)}) {
    CHECK(log > 60000);
    CHECK(log < ArbBall(60000) + 0x1p-1000);
  }
  CHECK(log_of_sum(1, 1) > 1.69);  // of two that show, as it is: 1 + ln 2
}

TEST_CASE("ArbBall: where bounds are wanted there are no rests") {
  const Rounding rounding = rounding_of(DType::float32);
  const Setting scope(&Evaluation::rounding, &rounding);
  CHECK_FALSE((1 + tiny).rest());
  CHECK_FALSE(real::tanh(ArbBall(1e30)).rest());
}

}  // namespace etalon::test::arb_ball_test
