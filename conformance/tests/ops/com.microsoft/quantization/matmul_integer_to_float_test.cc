#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_matmul_integer_to_float_test {

TEST_CASE("MatMulIntegerToFloat rounds its result once") {
  OneNode product("MatMulIntegerToFloat", 1, "com.microsoft");
  CHECK(show(product.run({u8({1, 1}, {255}), u8({1, 1}, {255}), f32({}, {259}), f32({}, {1}), none,
                          none, f32({1}, {-16841474})})) == "float[1, 1] 1");
}

TEST_CASE("MatMulIntegerToFloat takes scales of B for each matrix of a batch") {
  OneNode product("MatMulIntegerToFloat", 1, "com.microsoft");
  const Tensor A = i8({1, 1}, {2}), B = i8({2, 1, 1}, {3, 5});
  CHECK(show(product.run({A, B, f32({}, {1}), f32({2, 1, 1}, {1, 10}), none,
                          i8({2, 1, 1}, {1, 0})})) == "float[2, 1, 1] 4 100");
  CHECK(product.error({A, B, f32({2}, {1, 1}), f32({}, {1})}) ==
        "InvalidInput: com.microsoft.MatMulIntegerToFloat-1 (output 'y0'): a_scale has the "
        "shape [2], not [1]");
}

}  // namespace etalon::test::microsoft_matmul_integer_to_float_test
