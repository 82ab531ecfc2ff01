#include "engine/numerics/exact_sum.h"
#include "engine/values/evaluation.h"

#include <limits>
#include <random>

#include "conformance/tests/catch.h"

namespace etalon::test::exact_sum_test {
namespace {

ExactSum sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum;
}

bool is_exactly(const ExactSum& sum, const ArbBall& expected) {
  const Setting scope(&Evaluation::precision, 4000);
  const ArbBall difference = sum.ball() - expected;
  return difference.middle() == 0 && difference.radius() == 0;
}

}  // namespace

TEST_CASE("A sum of doubles is exact from the least to the greatest") {
  const Setting scope(&Evaluation::precision, 4000);
  constexpr double least = std::numeric_limits<double>::denorm_min();
  constexpr double greatest = std::numeric_limits<double>::max();
  CHECK(is_exactly(sum_of({}), 0));
  CHECK(is_exactly(sum_of({0, -0.0}), 0));
  CHECK(is_exactly(sum_of({greatest, least, -greatest}), least));
  CHECK(is_exactly(sum_of({least, -greatest, -least, greatest}), 0));
  CHECK(is_exactly(sum_of({0x1p-1022, -0x0.fffffffffffffp-1022}), least));
  CHECK(is_exactly(sum_of({1e16, 1, -1e16}), 1));
  CHECK(is_exactly(sum_of({-3}), -3));
  CHECK(is_exactly(sum_of(std::vector<double>(100'000, -greatest)),
                   ArbBall(-greatest) * ArbBall(100'000)));
}

TEST_CASE("A sum of random doubles is Arb's of enough bits") {
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> exponent(-1000, 1000);
  std::normal_distribution<double> normal;
  std::vector<double> values;
  const Setting scope(&Evaluation::precision, 4000);
  ArbBall expected = 0;
  for (int i = 0; i < 3000; ++i) {
    values.push_back(std::ldexp(normal(random), exponent(random)));
    expected += values.back();
    if (i % 100 == 0) CHECK(is_exactly(sum_of(values), expected));
  }
  for (int i = 0; i < 3000; ++i) values.push_back(-values[size_t(2999 - i)]);
  CHECK(is_exactly(sum_of(values), 0));
}

}  // namespace etalon::test::exact_sum_test
