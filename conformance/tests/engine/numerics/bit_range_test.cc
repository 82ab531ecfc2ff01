#include "engine/numerics/bit_range.h"

#include <limits>
#include <vector>

#include "conformance/tests/catch.h"

namespace etalon::test::bit_range_test {
namespace {

using Places = std::pair<int, int>;  // lowest and top

Places places(const std::vector<double>& values) {
  const BitRange range = bit_range(values.data(), values.size()).value();
  return {range.lowest, range.top};
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("The bits of numbers lie between the lowest of any and the highest of the greatest") {
  CHECK(places({1}) == Places{0, 1});
  CHECK(places({-6}) == Places{1, 3});
  CHECK(places({0, 0.75, -0.0, 1024}) == Places{-2, 11});
  CHECK(places({0x1.0000000000001p0}) == Places{-52, 1});
  CHECK(places({std::numeric_limits<double>::max()}) == Places{971, 1024});
  CHECK(places({0x1p-1074, 0x3p-1060}) == Places{-1074, -1058});
}

TEST_CASE("Zeros have no bits") {
  CHECK(places({}) == Places{0, 0});
  CHECK(places({0, -0.0}) == Places{0, 0});
  for (const BitRange& other : {BitRange{3, 5}, BitRange{-9, -2}}) {
    const BitRange zeros{0, 0};
    CHECK(joined(zeros, other).lowest == other.lowest);
    CHECK(joined(other, zeros).top == other.top);
  }
  const BitRange both = joined(BitRange{3, 5}, BitRange{-9, -2});
  CHECK(both.lowest == -9);
  CHECK(both.top == 5);
}

TEST_CASE("Infinities and NaN have no range of bits") {
  for (const double value : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    const std::vector<double> values{1, value, 2};
    CHECK(!bit_range(values.data(), values.size()));
  }
}

}  // namespace etalon::test::bit_range_test
