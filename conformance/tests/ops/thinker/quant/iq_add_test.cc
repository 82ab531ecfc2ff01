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

TEST_CASE("iqAdd quantizes a float scalar with scale_y first") {
  // ⌊1.3125 · 8 + ½⌋ = 11, and ⌊11 · 2 / 8 + ½⌋ = 3.
  CHECK(show(add(2, 8, 2).run({i8({2}, {1, -10}), f32({}, {1.3125})})) == "int8[2] 4 -7");
  CHECK(show(add(2, 8, 2).run({i8({2}, {1, -10}), f32({1}, {100})})) == "int8[2] 33 22");
  CHECK(ends(add(1, 1, 1).error({i8({2}, {1, 2}), f32({2}, {1, 2})}),
             "rhs has the shape [2]; of floats only a scalar is quantized"));
}

TEST_CASE("iqAdd takes the platform's attributes which change nothing") {
  OneNode node = add(1, 1, 1).set("mode", "Non_t710_mode").set("castor_mode", "luna");
  for (const char* width : {"data_bits", "parameter_bits", "x_bits", "y_bits", "o_bits"}) {
    node.set(width, 8);
  }
  CHECK(show(node.run({i8({1}, {1}), i8({1}, {2})})) == "int8[1] 3");
}

}  // namespace etalon::test::thinker_iq_add_test
