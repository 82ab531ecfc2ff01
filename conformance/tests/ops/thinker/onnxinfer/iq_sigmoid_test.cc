#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_iq_sigmoid_test {

TEST_CASE("iqSigmoid dequantizes int8 and looks int16 up in the chip's table") {
  const OneNode sigmoid = thinker("iqSigmoid").set("scale_x", 16.0);
  // 1 / (1 + exp(±2)) is 0.1192 and 0.8808.
  CHECK(show(OneNode(sigmoid).set("scale_y", 100.0).run({i8({3}, {-32, 0, 32})})) ==
        "int8[3] 12 50 88");
  CHECK(show(OneNode(sigmoid).set("scale_o", 254.0).run({i8({2}, {0, 127})})) == "int8[2] 127 127");
  CHECK(show(thinker("iqSigmoid").run({tensor(DType::int16, {4}, {-2048, 0, 2048, 8192})})) ==
        "int8[4] 34 64 94 126");
  CHECK(ends(OneNode(sigmoid).error({i8({1}, {0})}), "attribute scale_y is missing"));
  CHECK(ends(
      OneNode(sigmoid).set("scale_y", 1.0).set("scale_o", 1.0).error({i8({1}, {0})}),
      "attributes scale_y and scale_o are two spellings of one attribute, and both are given"));
}

}  // namespace etalon::test::thinker_iq_sigmoid_test
