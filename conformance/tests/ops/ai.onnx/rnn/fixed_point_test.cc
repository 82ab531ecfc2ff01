#include "ops/ai.onnx/rnn/fixed_point.h"

#include <cmath>
#include <limits>
#include <random>

#include "conformance/tests/catch.h"

namespace etalon::test::fixed_point_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What Arb adds up with more bits than the operands have.
ArbBall exact_sum(const std::vector<ArbBall>& x, const std::vector<double>& w) {
  const PrecisionScope scope(1000);
  ArbBall sum = 0;
  for (size_t k = 0; k < x.size(); ++k) sum += x[k] * ArbBall(w[k]);
  return sum;
}

// How far the sum in fixed point is from the exact one.
double distance(const std::vector<ArbBall>& x, const std::vector<double>& w) {
  const PrecisionScope scope(1000);
  return std::fabs((inner(*fixed_row(x), *fixed_column(w)) - exact_sum(x, w)).middle());
}

}  // namespace

TEST_CASE("A sum in fixed point is as far off as the row's errors allow, and no more") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> exponent(-20, 0);
  for (const size_t n : {1, 2, 17, 128, 1000}) {
    std::vector<ArbBall> x;
    std::vector<double> w;
    for (size_t k = 0; k < n; ++k) {
      const PrecisionScope scope(128);
      x.push_back(ArbBall(std::ldexp(normal(random), 3 * exponent(random))) +
                  ArbBall(std::ldexp(normal(random), -90)));
      w.push_back(static_cast<float>(std::ldexp(normal(random), exponent(random))));
    }
    const FixedRow row = *fixed_row(x);
    double allowed = 0;
    for (size_t k = 0; k < n; ++k) {
      allowed += row.errors(0, k) * std::fabs(w[k]);
      CHECK(row.errors(0, k) <= 0x1p-118);  // the numbers are below 64
    }
    CHECK(distance(x, w) <= allowed);
  }
}

TEST_CASE("A sum of floats in fixed point is exact") {
  const std::vector<ArbBall> x{1, -0x1p-60, 0x1.fffffep-99, 0};
  const std::vector<double> w{0x1p-30, 1, 0x1.fffffep-1, 3};
  CHECK(fixed_row(x)->exact);
  CHECK(distance(x, w) == 0);
}

TEST_CASE("The greatest sum in fixed point does not overflow") {
  ArbBall nearly_one;  // 124 ones
  {
    const PrecisionScope scope(200);
    nearly_one = ArbBall(1) - ArbBall(0x1p-124);
  }
  for (const size_t n : {1, 127, 128, 1023, 1024}) {
    for (const double sign : {1.0, -1.0}) {
      const std::vector<ArbBall> x(n, sign < 0 ? -nearly_one : nearly_one);
      CHECK(distance(x, std::vector<double>(n, 0x1.fffffffffffffp-1)) == 0);
    }
  }
}

TEST_CASE("A row's errors contain its radii") {
  ArbBall wide = 2;
  wide.widen(0.5);
  const FixedRow row = *fixed_row(std::vector<ArbBall>{0, wide});
  CHECK(!row.exact);
  CHECK(row.errors(0, 0) == 0);
  CHECK(row.errors(0, 1) >= 0.5);
}

TEST_CASE("Numbers that are too far apart, or not finite, have no fixed point") {
  CHECK(fixed_column(std::vector<double>{1, 0x1p-40}));
  CHECK(!fixed_column(std::vector<double>{1, 0x1p-70}));
  CHECK(!fixed_column(std::vector<double>{1, infinity}));
  CHECK(!fixed_column(std::vector<double>{std::nan("")}));
  CHECK(fixed_column(std::vector<double>{0, -0.0}));
  CHECK(fixed_row(std::vector<ArbBall>{0, 0x1p-700}));
  CHECK(!fixed_row(std::vector<ArbBall>{0, 0x1p-900}));
  CHECK(!fixed_row(std::vector<ArbBall>{infinity}));
  CHECK(!fixed_row(std::vector<ArbBall>{ArbBall::unknown()}));
}

}  // namespace etalon::test::fixed_point_test
