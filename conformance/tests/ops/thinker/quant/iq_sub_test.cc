// Expectations by hand: ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_iq_sub_test {
namespace {

// The node with these scales.
OneNode sub(double scale_x, double scale_y, double scale_o) {
  return thinker("iqSub").set("scale_x", scale_x).set("scale_y", scale_y).set("scale_o", scale_o);
}

}  // namespace

TEST_CASE("iqSub rounds each operand by itself") {
  CHECK(show(sub(2, 2, 1).run({i8({4}, {1, -1, 3, 127}), i8({4}, {1, -1, -7, 127})})) ==
        "int8[4] 0 0 5 0");
  CHECK(show(sub(1, 1, 2).run({i8({1}, {-100}), i8({1}, {100})})) == "int8[1] -128");
  CHECK(show(sub(1, 1, 1).run({i8({2, 1}, {1, 2}), i8({2}, {10, 20})})) ==
        "int8[2, 2] -9 -19 -8 -18");
  // ⌊1.3125 · 8 + ½⌋ = 11, and ⌊11 · 2 / 8 + ½⌋ = 3.
  CHECK(show(sub(2, 8, 2).run({i8({2}, {1, -10}), f32({}, {1.3125})})) == "int8[2] -2 -13");
}

}  // namespace etalon::test::thinker_iq_sub_test
