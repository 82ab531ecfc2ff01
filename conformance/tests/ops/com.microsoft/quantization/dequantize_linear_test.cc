#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_dequantize_linear_test {

TEST_CASE("DequantizeLinear of com.microsoft is of its scale's type; rounded once") {
  OneNode dequantize("DequantizeLinear", 1, "com.microsoft");
  CHECK(show(dequantize.run({i32({1}, {16777219}), f32({}, {1}), i32({}, {1})})) ==
        "float[1] 16777218");
  CHECK(show(dequantize.run({tensor(DType::uint16, {1}, {65535}), tensor(DType::float16, {}, {1}),
                             tensor(DType::uint16, {}, {65534})})) == "float16[1] 1");
}

TEST_CASE("DequantizeLinear of com.microsoft refuses several scales without an axis") {
  OneNode dequantize("DequantizeLinear", 1, "com.microsoft");
  CHECK(dequantize.error({u8({2}, {1, 2}), f32({2}, {1, 1})}) ==
        "InvalidInput: com.microsoft.DequantizeLinear-1 (output 'y0'): x_scale has shape [2], and "
        "there is no axis");
}

}  // namespace etalon::test::microsoft_dequantize_linear_test
