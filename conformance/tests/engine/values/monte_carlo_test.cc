// Monte Carlo arithmetic: numbers worked by hand from the definition of rounding.
#include "engine/values/monte_carlo.h"
#include "engine/values/evaluation.h"

#include <cmath>
#include <set>

#include "conformance/tests/catch.h"
#include "engine/numerics/ball.h"
#include "engine/numerics/sampled_sums.h"

namespace etalon::monte_carlo_test {
namespace {

const Rounding single = rounding_of(DType::float32);

// What evaluations with these seeds make of f.
template <class F>
std::set<double> results(size_t seeds, F f) {
  std::set<double> all;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    MonteCarlo runtime(single, seed);
    const Setting scope(&Evaluation::sampled, &runtime);
    all.insert(f(runtime));
  }
  return all;
}

}  // namespace

TEST_CASE("Monte Carlo arithmetic keeps a number that the type holds") {
  CHECK(results(200, [](MonteCarlo& r) { return r.rounded(1.5); }) == std::set<double>{1.5});
  CHECK(results(200, [](MonteCarlo& r) { return r.rounded(-0x1p-100); }) ==
        std::set<double>{-0x1p-100});
  CHECK(results(200, [](MonteCarlo& r) { return r.rounded(0x1.fffffep127); }) ==
        std::set<double>{0x1.fffffep127});
}

TEST_CASE("Monte Carlo arithmetic gives both neighbours of a number between them") {
  // A quarter of the way from 1 to the next float32.
  const auto quarter = [](MonteCarlo& r) { return r.rounded(1 + 0x1p-25); };
  CHECK(results(200, quarter) == std::set<double>{1, 1 + 0x1p-23});
  size_t up = 0, random = 0;
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    MonteCarlo runtime(single, seed);
    if (runtime.nearest()) continue;
    ++random;
    up += runtime.rounded(1 + 0x1p-25) > 1;
  }
  // A binomial number of probability 1/4: five standard deviations are 5·√(n·3/16).
  CHECK(std::fabs(double(up) - double(random) / 4) < 5 * std::sqrt(double(random) * 3 / 16));
}

TEST_CASE("the evaluation of seed 0 rounds to the nearest and adds in order") {
  MonteCarlo runtime(single, 0);
  const Setting scope(&Evaluation::sampled, &runtime);
  SampledSum sum;  // 1 + 2^-24 + 2^-24: each addend alone is lost
  for (const double term : {1.0, 0x1p-24, 0x1p-24}) sum.add(term);
  CHECK(sum.result().middle() == 1);
  CHECK((Ball(1, Ball::sampled) / 3).middle() == double(1.0f / 3.0f));
}

TEST_CASE("sums of evaluations differ by the order of their terms") {
  const auto sum_of = [](MonteCarlo&) {
    SampledSum sum;
    sum.add(1);
    for (int i = 0; i < 64; ++i) sum.add(0x1p-24);
    return sum.result().middle();
  };
  const std::set<double> sums = results(60, sum_of);
  CHECK(sums.size() > 3);
  CHECK(*sums.begin() == 1);                  // in order, to the nearest: every addend is lost
  CHECK(*sums.rbegin() <= 1 + 80 * 0x1p-24);  // exactly, 1 + 64 · 2^-24
  CHECK(*sums.rbegin() >= 1 + 60 * 0x1p-24);
}

TEST_CASE("an operation with a sample gives a sample and comparisons are decided") {
  MonteCarlo runtime(single, 3);
  const Setting scope(&Evaluation::sampled, &runtime);
  const Ball x(0.1, Ball::sampled);
  CHECK((x + 1).is_sample());
  CHECK((x * 3).is_sample());
  CHECK((1 / x).is_sample());
  CHECK(real::exp(x).is_sample());
  CHECK(real::floor(x).is_sample());
  CHECK(maximum(x, Ball(0)).is_sample());
  CHECK(x < Ball(0.2));
  CHECK(x == x);
  CHECK(element_radius() == Ball::sampled);
  const double y = real::exp(x).middle();
  CHECK(y == double(float(y)));
  CHECK(std::fabs(y - std::exp(0.1)) <= 3 * 0x1p-23);  // half ULPs of exp: 6
}

TEST_CASE("outside an evaluation; elements are exact") {
  CHECK(element_radius() == 0);
  CHECK(evaluation().sampled == nullptr);
}

}  // namespace etalon::monte_carlo_test
