#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_quantize_convert_test {

TEST_CASE("QuantizeConvert keeps the bits") {
  CHECK(show(thinker("QuantizeConvert").set("to", 2).run({i8({3}, {-128, -1, 5})})) ==
        "uint8[3] 128 255 5");
  CHECK(
      show(thinker("QuantizeConvert").set("to", 3).run({tensor(DType::uint8, {2}, {255, 127})})) ==
      "int8[2] -1 127");
  CHECK(ends(thinker("QuantizeConvert").set("to", 6).error({i8({1}, {1})}), "to is 6, not 2 or 3"));
}

}  // namespace etalon::test::thinker_quantize_convert_test
