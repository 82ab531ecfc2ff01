// Expectations by hand: ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_iq_div_test {
namespace {

OneNode binary(std::string_view op_type, double scale_x, double scale_y, double scale_o) {
  return thinker(op_type).set("scale_x", scale_x).set("scale_y", scale_y).set("scale_o", scale_o);
}

}  // namespace

TEST_CASE("iqDiv by 0 saturates by the dividend's sign and 0 / 0 is 0") {
  CHECK(show(binary("iqDiv", 1, 1, 1).run({i8({3}, {5, -5, 0}), i8({1}, {0})})) ==
        "int8[3] 127 -128 0");
  // 1/2 / (3/3) and its opposite: ties that a rounded 1/3 might miss.
  CHECK(show(binary("iqDiv", 2, 3, 1).run({i8({2}, {1, -1}), i8({1}, {3})})) == "int8[2] 1 0");
  // ⌊1.3125 · 8 + ½⌋ = 11: (33 / 2) / (11 / 8) · 2 = 24.
  CHECK(show(binary("iqDiv", 2, 8, 2).run({i8({2}, {33, -1}), f32({}, {1.3125})})) ==
        "int8[2] 24 -1");
}

}  // namespace etalon::test::thinker_iq_div_test
