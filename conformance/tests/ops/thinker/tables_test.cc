#include "ops/thinker/tables.h"

#include <cmath>

#include "conformance/tests/catch.h"

namespace etalon::test::thinker_tables_test {

TEST_CASE("thinker's tables saturate to int16 first and rise") {
  CHECK(thinker::sigmoid7(-2048) == 34);
  CHECK(thinker::sigmoid7(8192) == 126);
  CHECK(thinker::tanh7(-4096) == -123);
  CHECK(thinker::tanh7(1 << 20) == thinker::tanh7(32767));
  CHECK(thinker::sigmoid7(-(1 << 20)) == thinker::sigmoid7(-32768));
  CHECK(thinker::sigmoid7(32767) == 127);
  CHECK(thinker::sigmoid7(-32768) == 0);
  for (int64_t x = -32767; x <= 32767; ++x) {
    // No further from the function itself than the table's own steps: two 128ths.
    const double real = static_cast<double>(x) / 2048;
    const double sigmoid = 128 / (1 + std::exp(-real));
    if (std::fabs(static_cast<double>(thinker::sigmoid7(x)) - sigmoid) > 2)
      FAIL("sigmoid of " << x);
    const double tanh = 128 * std::tanh(real);
    if (std::fabs(static_cast<double>(thinker::tanh7(x)) - tanh) > 2) FAIL("tanh of " << x);
  }
}

}  // namespace etalon::test::thinker_tables_test
