// Expectations by hand: ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_iq_clamp_test {

TEST_CASE("iqClamp bounds are floats or integers in the domain of floats") {
  const OneNode clamp = thinker("iqClamp").set("scale_x", 16.0).set("scale_o", 8.0);
  const Tensor X = i8({4}, {-128, -1, 1, 127});
  CHECK(show(OneNode(clamp).set("min", -1.5).set("max", 6.0).run({X})) == "int8[4] -12 0 1 48");
  CHECK(show(OneNode(clamp).set("min", 0).set("max", 6).run({X})) == "int8[4] 0 0 1 48");
}

}  // namespace etalon::test::thinker_iq_clamp_test
