#include "engine/numerics/double_double.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/numbers.h"

namespace etalon::test::double_double_test {
namespace {

const double ulp = 0x1p-52;

double value(DoubleDouble x) { return static_cast<double>(x); }

}  // namespace

TEST_CASE("DoubleDouble keeps what a double drops from sums and products") {
  CHECK(value(DoubleDouble(1e16) + 1 - 1e16) == 1);
  CHECK(value(DoubleDouble(1) + 0x1p-100 - 1) == 0x1p-100);
  const DoubleDouble x = 1 + ulp;
  CHECK(value(x * x - DoubleDouble(1 + 2 * ulp)) == ulp * ulp);
}

TEST_CASE("DoubleDouble divides to twice double's precision") {
  const DoubleDouble third = DoubleDouble(1) / 3;
  CHECK(value(third) == 1.0 / 3);
  // 1/3 - fl(1/3) = fl(1/3)/2^54, as fl(1/3) = (2^54 - 1) / (3 · 2^54).
  CHECK(value(third - 1.0 / 3) == (1.0 / 3) * 0x1p-54);
  CHECK(value(third * 3 - 1) == 0);
}

TEST_CASE("DoubleDouble gives the infinities and NaN of double arithmetic") {
  CHECK(value(DoubleDouble(inf) + 1) == inf);
  CHECK(value(DoubleDouble(inf) * -2) == -inf);
  CHECK(value(DoubleDouble(1) / 0) == inf);
  CHECK(value(DoubleDouble(1) / inf) == 0);
  CHECK(value(DoubleDouble(1e308) * 10) == inf);
  CHECK(value(DoubleDouble(1e308) + 1e308) == inf);
  CHECK(std::isnan(value(DoubleDouble(inf) - inf)));
  CHECK(std::isnan(value(DoubleDouble(inf) * 0)));
  CHECK(std::isnan(value(DoubleDouble(0) / 0)));
}

TEST_CASE("DoubleDouble keeps the sign of zero") {
  CHECK(std::signbit(value(DoubleDouble(-0.0) + -0.0)));
  CHECK(std::signbit(value(DoubleDouble(-0.0) * 1)));
  CHECK(std::signbit(value(-DoubleDouble(0.0))));
}

}  // namespace etalon::test::double_double_test
