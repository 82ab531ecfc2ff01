// Expectations by hand: ⌊v + ½⌋, saturated.
#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_requantize_linear_test {

TEST_CASE("RequantizeLinear multiplies by the ratio of the scales") {
  const auto requantize = [](const Tensor& X, double XScale, double YScale) {
    return show(thinker("RequantizeLinear").run({X, f32({}, {XScale}), f32({}, {YScale})}));
  };
  CHECK(requantize(i8({4}, {-128, -1, 1, 127}), 2, 1) == "int8[4] -64 0 1 64");
  CHECK(requantize(i8({2}, {-100, 100}), 1, 2) == "int8[2] -128 127");
  CHECK(requantize(f32({2}, {0.75, NAN}), 1, 2) == "int8[2] 2 0");
}

TEST_CASE("Requant to wider types shifts and wraps") {
  const auto requant = [](int64_t bits, double scale_o) {
    return thinker("Requant").set("scale_x", 1.0).set("scale_o", scale_o).set("o_bits", bits);
  };
  const Tensor X = i8({3}, {-128, 1, 127});
  CHECK(show(requant(8, 0.5).run({X})) == "int8[3] -64 1 64");
  CHECK(show(requant(16, 256).run({X})) == "int16[3] -32768 256 32512");
  CHECK(show(requant(16, 512).run({X})) == "int16[3] 0 512 -512");
  CHECK(show(requant(32, 65536).run({X})) == "int32[3] -8388608 65536 8323072");
  CHECK(ends(requant(24, 1).error({X}), "o_bits is 24, not 8, 16 or 32"));
}

}  // namespace etalon::test::thinker_requantize_linear_test
