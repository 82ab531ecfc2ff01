#include "engine/numerics/exponentials.h"

#include <cmath>

#include "conformance/tests/catch.h"

namespace etalon::test::exponentials_test {

TEST_CASE("exp_of_difference() is good to two ULP where the difference itself is rounded") {
  // exp(-99.7 - 3.3) of these doubles: Python's decimal, 60 digits.
  const double expected = 1.8521167695179705e-45;
  const Reals e = exp_of_difference(Reals{-99.7}, Reals{3.3});
  CHECK(std::fabs(e(0) - expected) <= 2 * (std::nextafter(expected, 1) - expected));
}

TEST_CASE("exp_of_difference() keeps infinities and NaN") {
  const Reals e = exp_of_difference(Reals{-INFINITY, 0, INFINITY}, Reals{0});
  CHECK(e(0) == 0);
  CHECK(e(1) == 1);
  CHECK(e(2) == INFINITY);
  CHECK(std::isnan(exp_of_difference(Reals{INFINITY}, Reals{INFINITY})(0)));
}

TEST_CASE("log_sum_exp() counts every one of the greatest elements") {
  const Reals sum = log_sum_exp(Reals{{0, 0, 0, 0}}, {1});
  CHECK(sum(0, 0) == std::log(4.0));
  CHECK(log_sum_exp(Reals{{-1e30, -1e30}}, {1})(0, 0) == -1e30);
}

TEST_CASE("log_softmax() is NaN all along a line whose greatest element is infinite") {
  const Reals y = log_softmax(Reals{{INFINITY, 0}, {0, -INFINITY}}, {1});
  CHECK(std::isnan(y(0, 0)));
  CHECK(std::isnan(y(0, 1)));
  CHECK(y(1, 0) == 0);
  CHECK(y(1, 1) == -INFINITY);
}

}  // namespace etalon::test::exponentials_test
