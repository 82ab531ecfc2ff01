#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_quantize_linear_test {

TEST_CASE("QuantizeLinear of com.microsoft takes one scale beside an axis and rank 0") {
  OneNode quantize("QuantizeLinear", 1, "com.microsoft");
  CHECK(show(quantize.run({f32({}, {2.5}), f32({}, {1})})) == "uint8[] 2");
  CHECK(show(quantize.set("axis", 0).run({f32({2}, {2.5, 3.5}), f32({1}, {1}), i8({1}, {1})})) ==
        "int8[2] 3 5");
}

TEST_CASE("QuantizeLinear of com.microsoft refuses several scales without an axis") {
  const std::string place = "InvalidInput: com.microsoft.QuantizeLinear-1 (output 'y0'): ";
  OneNode quantize("QuantizeLinear", 1, "com.microsoft");
  const Values inputs = {f32({2}, {1, 2}), f32({2}, {1, 1})};
  CHECK(quantize.error(inputs) == place + "y_scale has shape [2], and there is no axis");
  CHECK(show(quantize.set("axis", 0).run(inputs)) == "uint8[2] 1 2");
}

}  // namespace etalon::test::microsoft_quantize_linear_test
