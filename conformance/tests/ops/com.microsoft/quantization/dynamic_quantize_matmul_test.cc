#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_dynamic_quantize_matmul_test {

TEST_CASE("DynamicQuantizeMatMul rounds its result once") {
  OneNode product("DynamicQuantizeMatMul", 1, "com.microsoft");
  // 255 · 255 · 259 is odd and not of float32; the bias takes the even number below it off.
  CHECK(show(product.run({f32({1, 1}, {255}), u8({1, 1}, {255}), f32({}, {259}), none,
                          f32({1}, {-16841474})})) == "float[1, 1] 1");
}

TEST_CASE("DynamicQuantizeMatMul refuses what does not fit and an A that is no number") {
  OneNode product("DynamicQuantizeMatMul", 1, "com.microsoft");
  const std::string place = "com.microsoft.DynamicQuantizeMatMul-1 (output 'y0'): ";
  const Tensor B = u8({1, 2}, {1, 2}), one = f32({}, {1});
  CHECK(product.error({f32({1, 1}, {1}), B, one, none, f32({1}, {1})}) ==
        "InvalidInput: " + place + "bias has the shape [1], not [2]");
  CHECK(product.error({f32({1, 2}, {1, 2}), B, one}) ==
        "InvalidInput: " + place + "the shapes [1, 2] and [1, 2] do not fit a matrix product");
  CHECK(product.error({f32({1, 1}, {NAN}), B, one}).find("NaN has no quantized value") !=
        std::string::npos);
}

}  // namespace etalon::test::microsoft_dynamic_quantize_matmul_test
