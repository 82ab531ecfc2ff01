#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_onnx_infer_de_quant_test {

TEST_CASE("OnnxInferDeQuant and Dequant divide by an attribute; into float32") {
  CHECK(show(thinker("OnnxInferDeQuant")
                 .set("scale_o", 2.0)
                 .run({tensor(DType::uint8, {2}, {0, 255})})) == "float[2] 0 127.5");
  CHECK(show(thinker("Dequant").set("scale_x", 2.0).run({i8({1}, {3})})) == "float[1] 1.5");
  CHECK(ends(thinker("Dequant").error({i8({1}, {3})}), "attribute scale_o is missing"));
  CHECK(ends(
      thinker("Dequant").set("scale_x", 2.0).set("scale_o", 2.0).error({i8({1}, {3})}),
      "attributes scale_o and scale_x are two spellings of one attribute, and both are given"));
}

}  // namespace etalon::test::thinker_onnx_infer_de_quant_test
