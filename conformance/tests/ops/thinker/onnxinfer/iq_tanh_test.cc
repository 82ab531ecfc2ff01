#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_iq_tanh_test {

TEST_CASE("iqTanh dequantizes int8 and looks int16 up in the chip's table") {
  CHECK(show(thinker("iqTanh").run({tensor(DType::int16, {4}, {-512, 512, 2048, -4096})})) ==
        "int8[4] -32 32 97 -123");
  // tanh(1) is 0.7616.
  CHECK(
      show(
          thinker("iqTanh").set("scale_x", 16.0).set("scale_y", 100.0).run({i8({2}, {-16, 16})})) ==
      "int8[2] -76 76");
  CHECK(ends(thinker("iqTanh").set("scale_x", 16.0).error({i8({1}, {0})}),
             "attribute scale_y is missing"));
}

}  // namespace etalon::test::thinker_iq_tanh_test
