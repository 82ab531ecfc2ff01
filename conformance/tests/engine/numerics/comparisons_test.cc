#include "engine/numerics/comparisons.h"

#include <cstdint>

#include "conformance/tests/catch.h"

namespace etalon::test::comparisons_test {
namespace {

const std::partial_ordering less = std::partial_ordering::less;
const std::partial_ordering equal = std::partial_ordering::equivalent;
const std::partial_ordering greater = std::partial_ordering::greater;
// 2^53 + 1.
constexpr int64_t beyond_53_bits = (int64_t{1} << 53) + 1;

}  // namespace

TEST_CASE("Integers that no double holds are compared exactly") {
  CHECK(compared(beyond_53_bits, 0x1p53) == greater);
  CHECK(compared(beyond_53_bits - 1, 0x1p53) == equal);
  CHECK(compared(-beyond_53_bits, -0x1p53) == less);
  CHECK(compared(INT64_MAX, 0x1p63) == less);
  CHECK(compared(INT64_MIN, -0x1p63) == equal);
  CHECK(compared(UINT64_MAX, 0x1p64) == less);
  CHECK(compared(UINT64_MAX, 0x1.fffffffffffffp63) == greater);
}

TEST_CASE("Integers are compared with fractions and infinities and NaN") {
  CHECK(compared(int64_t{2}, 2.5) == less);
  CHECK(compared(int64_t{3}, 2.5) == greater);
  CHECK(compared(int64_t{-2}, -2.5) == greater);
  CHECK(compared(int64_t{-3}, -2.5) == less);
  CHECK(compared(int64_t{0}, -0.0) == equal);
  CHECK(compared(uint64_t{0}, -0.5) == greater);
  CHECK(compared(INT64_MAX, static_cast<double>(INFINITY)) == less);
  CHECK(compared(INT64_MIN, static_cast<double>(-INFINITY)) == greater);
  CHECK(compared(int64_t{0}, static_cast<double>(NAN)) == std::partial_ordering::unordered);
}

}  // namespace etalon::test::comparisons_test
