#include "engine/numerics/random.h"

#include <cmath>

#include "conformance/tests/catch.h"

namespace etalon::test::engine_random_test {

// The expected numbers are those of NumPy 2's RandomState(42).
TEST_CASE("A random stream gives NumPy's uniform numbers") {
  RandomStream stream(42);
  CHECK(stream.uniform() == 0.3745401188473625);
  CHECK(stream.uniform() == 0.9507143064099162);
  CHECK(stream.uniform() == 0.7319939418114051);
  CHECK(RandomStream(4294967295).uniform() == 0.0976320289940138);
}

TEST_CASE("A random stream gives NumPy's normal numbers; in pairs") {
  RandomStream stream(42);
  CHECK(std::abs(stream.normal() - 0.4967141530112327) < 1e-15);
  CHECK(std::abs(stream.normal() - -0.13826430117118466) < 1e-15);
  CHECK(std::abs(stream.normal() - 0.6476885381006925) < 1e-15);
  CHECK(std::abs(stream.normal() - 1.5230298564080254) < 1e-15);
  CHECK(std::abs(stream.normal() - -0.23415337472333597) < 1e-15);
}

}  // namespace etalon::test::engine_random_test
