// Expectations by hand: ⌊v + ½⌋, saturated.
#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_quantize_linear_test {

TEST_CASE("thinker's QuantizeLinear multiplies; rounds ties up and saturates") {
  const Tensor X = f32({7}, {0.5, -0.5, -3.5, 2.5, 127.5, -128.6, NAN});
  CHECK(show(thinker("QuantizeLinear").run({X, f32({}, {1})})) == "int8[7] 1 0 -3 3 127 -128 0");
  CHECK(show(thinker("QuantizeLinear").run({f32({2}, {1, -1}), f32({}, {2})})) == "int8[2] 2 -2");
  CHECK(ends(thinker("QuantizeLinear").set("data_bits", 4).error({f32({}, {1}), f32({}, {1})}),
             "data_bits is 4; it must be 8"));
}

}  // namespace etalon::test::thinker_quantize_linear_test
