// Expectations by hand: ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_iq_add_test {
namespace {

// The node with these scales.
OneNode add(double scale_x, double scale_y, double scale_o) {
  return thinker("iqAdd").set("scale_x", scale_x).set("scale_y", scale_y).set("scale_o", scale_o);
}

}  // namespace

TEST_CASE("iqAdd rounds each operand by itself") {
  const Tensor lhs = i8({4}, {1, -1, 3, 127});
  const Tensor rhs = i8({4}, {1, -1, -7, 127});
  CHECK(show(add(2, 2, 1).run({lhs, rhs})) == "int8[4] 2 0 -1 127");
  CHECK(show(add(1, 1, 1).run({i8({2, 1}, {1, 2}), i8({2}, {10, 20})})) ==
        "int8[2, 2] 11 21 12 22");
  CHECK(show(add(1, 1, 1).run({i8({0}, {}), i8({1}, {3})})) == "int8[0]");
  CHECK(ends(add(1, 0, 1).error({lhs, rhs}), "scale_y is 0, not a positive number"));
}

}  // namespace etalon::test::thinker_iq_add_test
