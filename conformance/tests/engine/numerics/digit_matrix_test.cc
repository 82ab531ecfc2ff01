#include "engine/numerics/digit_matrix.h"
#include "engine/values/evaluation.h"

#include <cmath>
#include <limits>
#include <random>

#include "conformance/tests/catch.h"

namespace etalon::test::digit_matrix_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Array<WideBall> row_of(const std::vector<WideBall>& values) {
  Array<WideBall> row = empty_array<WideBall>({1, values.size()});
  std::copy(values.begin(), values.end(), row.data());
  return row;
}

Reals column_of(const std::vector<double>& values) {
  Reals column = empty_array<double>({values.size(), 1});
  std::copy(values.begin(), values.end(), column.data());
  return column;
}

WideBall product(const std::vector<WideBall>& x, const std::vector<double>& w) {
  return DigitMatrix::of(column_of(w))->product(row_of(x))(0, 0);
}

// What Arb adds up with more bits than the operands have.
ArbBall exact_sum(const std::vector<WideBall>& x, const std::vector<double>& w) {
  const Setting scope(&Evaluation::precision, 1000);
  ArbBall sum = 0;
  for (size_t k = 0; k < x.size(); ++k) sum += x[k].arb() * ArbBall(w[k]);
  return sum;
}

bool contains(const WideBall& ball, const ArbBall& exact) {
  const Setting scope(&Evaluation::precision, 1000);
  const WideBall middle(ball.negative(), ball.magnitude(), ball.exponent(), 0);
  const ArbBall distance = exact - middle.arb();
  return std::fabs(distance.middle()) + distance.radius() <= ball.radius();
}

// 128 ones after the point.
WideBall nearly_one() { return {false, ~WideBall::Magnitude{0}, -128, 0}; }

}  // namespace

TEST_CASE("A product by digits contains the exact one and is no wider than its row allows") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> exponent(-20, 0);
  for (const size_t n : {1, 2, 17, 128, 1000, 2048}) {
    std::vector<WideBall> x;
    std::vector<double> w;
    double sizes = 0;
    for (size_t k = 0; k < n; ++k) {
      x.push_back(WideBall(std::ldexp(normal(random), 3 * exponent(random))) +
                  std::ldexp(normal(random), -90));
      w.push_back(static_cast<float>(std::ldexp(normal(random), exponent(random))));
      sizes += std::fabs(w.back());
    }
    const WideBall sum = product(x, w);
    CHECK(contains(sum, exact_sum(x, w)));
    CHECK(sum.radius() <= sizes * 0x1p-105);  // the row is below 8: 109 bits end at 2^-106
  }
}

TEST_CASE("A product by digits leaves out what the radii of its row do not tell") {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (const double radius : {0x1p-1, 0x1p-20, 0x1p-43, 0x1p-44, 0x1p-80}) {
    std::vector<WideBall> x;
    std::vector<double> w;
    double sizes = 0;
    for (size_t k = 0; k < 100; ++k) {
      x.push_back(WideBall(normal(random)) + std::ldexp(normal(random), -60));
      x.back().widen(radius * static_cast<double>(1 + k % 3));
      w.push_back(static_cast<float>(normal(random)));
      sizes += std::fabs(w.back()) * static_cast<double>(1 + k % 3);
    }
    x.emplace_back(0);  // has no radius, and no digits
    w.push_back(1);
    const WideBall sum = product(x, w);
    CHECK(contains(sum, exact_sum(x, w)));
    CHECK(sum.radius() < 1.01 * radius * sizes);
  }
}

TEST_CASE("A product of floats by digits is exact") {
  const std::vector<WideBall> x{1, -0x1p-60, 0x1.fffffep-80, 0};
  const std::vector<double> w{0x1p-30, 1, 0x1.fffffep-1, 3};
  CHECK(product(x, w).radius() == 0);
  CHECK(contains(product(x, w), exact_sum(x, w)));
}

TEST_CASE("The greatest sum by digits does not overflow") {
  for (const size_t n : {1, 127, 128, 2047, 2048}) {
    for (const double sign : {1.0, -1.0}) {
      const std::vector<WideBall> x(n, sign * nearly_one());
      const std::vector<double> w(n, 0x1.fffffffffffffp-1);
      CHECK(contains(product(x, w), exact_sum(x, w)));
    }
  }
}

TEST_CASE("Rows of a product by digits have exponents and radii of their own") {
  Array<WideBall> X = empty_array<WideBall>({3, 2});
  WideBall wide = 2;
  wide.widen(0.5);
  const std::vector<WideBall> values{1, wide, 0x1p90, -0x1p90, 0, -0.0};
  std::copy(values.begin(), values.end(), X.data());
  const Reals W{{3, 1, -1}, {5, 1, 0}};
  const Array<WideBall> y = DigitMatrix::of(W)->product(X);
  CHECK(y(0, 0).middle() == 13);
  CHECK(y(0, 0).radius() >= 2.5);
  CHECK(y(0, 0).radius() < 2.50001);
  CHECK(y(0, 2).middle() == -1);
  CHECK(y(1, 0).middle() == -0x1p91);
  CHECK(y(1, 0).radius() == 0);
  CHECK(y(1, 1).magnitude() == 0);
  CHECK(!y(1, 1).negative());
  CHECK(!y(2, 0).negative());  // 0 · 3 + −0 · 5
  CHECK(y(2, 2).negative());   // 0 · −1 + −0 · 0
}

TEST_CASE("Digits hold only finite numbers that are not too far apart; of at most 2048 inputs") {
  CHECK(DigitMatrix::of(column_of({1, 0x1p-86})));
  CHECK(!DigitMatrix::of(column_of({1, 0x1p-90})));
  CHECK(!DigitMatrix::of(column_of({1, infinity})));
  CHECK(!DigitMatrix::of(column_of({std::nan("")})));
  CHECK(!DigitMatrix::of(column_of({0x1p500})));
  CHECK(!DigitMatrix::of(full({2049, 1}, 1.0)));
  const std::vector<double> zeros{0, -0.0};
  CHECK(product({1, 2}, zeros).magnitude() == 0);
}

TEST_CASE("A product by digits of no inputs or no outputs is empty") {
  CHECK(DigitMatrix::of(full({0, 2}, 1.0))->product(Array<WideBall>(Shape{1, 0}))(0, 1).size() ==
        0);
  CHECK(DigitMatrix::of(full({2, 0}, 1.0))->product(row_of({1, 2})).size() == 0);
}

}  // namespace etalon::test::digit_matrix_test
