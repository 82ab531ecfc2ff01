#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_dequantize_linear_test {

TEST_CASE("thinker's DequantizeLinear divides; into float32") {
  CHECK(show(thinker("DequantizeLinear").run({i8({3}, {-128, 1, 127}), f32({}, {16})})) ==
        "float[3] -8 0.0625 7.9375");
  CHECK(show(thinker("DequantizeLinear").run({i8({}, {3}), f32({1}, {2})})) == "float[] 1.5");
  CHECK(show(thinker("DequantizeLinear").run({i8({0}, {}), f32({}, {2})})) == "float[0]");
}

}  // namespace etalon::test::thinker_dequantize_linear_test
