// Expectations by hand: ⌊v + ½⌋, saturated.
#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_onnx_infer_quant_test {

TEST_CASE("OnnxInferQuant and Quant multiply by an attribute; round ties up and saturate") {
  const Tensor X = f32({7}, {0.5, -0.5, -3.5, 2.5, 127.5, -128.6, NAN});
  CHECK(show(thinker("OnnxInferQuant").set("scale_x", 1.0).run({X})) ==
        "int8[7] 1 0 -3 3 127 -128 0");
  CHECK(show(thinker("Quant").set("scale_x", 2.0).run({f32({}, {0.74})})) == "int8[] 1");
  CHECK(show(thinker("OnnxInferQuant").set("scale_x", 2.0).run({f32({0, 2}, {})})) == "int8[0, 2]");
  CHECK(ends(thinker("Quant").set("scale_x", 1.0).set("data_bits", 16).error({f32({}, {1})}),
             "data_bits is 16; it must be 8"));
}

}  // namespace etalon::test::thinker_onnx_infer_quant_test
