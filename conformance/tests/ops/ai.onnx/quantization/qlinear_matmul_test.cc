#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qlinear_matmul_test {

TEST_CASE("QLinearMatMul-21 takes float8 and scales of 16 bits") {
  const Tensor half = tensor(DType::float16, {}, {0.5});
  const Tensor zero = tensor(DType::float8e4m3fn, {}, {0});
  const Tensor a = tensor(DType::float8e4m3fn, {1, 2}, {448, 0.5});
  CHECK(show(OneNode("QLinearMatMul", 21)
                 .run({a, half, zero, tensor(DType::float8e4m3fn, {2, 2}, {1, 0, 0, 1}), half, zero,
                       half, zero})) == "float8e4m3fn[1, 2] 2.2e+02 0.25");
  CHECK(show(OneNode("QLinearMatMul", 21)
                 .run({a, half, zero, tensor(DType::float8e4m3fn, {2, 1}, {448, 1}), half, zero,
                       half, zero})) == "float8e4m3fn[1, 1] 4.5e+02");
}

TEST_CASE("QLinearMatMul refuses scales that fit neither rows nor columns") {
  const Tensor one = f32({}, {1});
  const Tensor zero = u8({}, {0});
  const Tensor a = u8({2, 1}, {1, 2}), b = u8({1, 1}, {1});
  const Tensor three = f32({3}, {1, 2, 3});
  const OneNode product("QLinearMatMul", 10);
  CHECK(product.error({a, three, u8({3}, {0, 0, 0}), b, one, zero, one, zero}) ==
        "InvalidInput: QLinearMatMul-10 (output 'y0'): the shapes [3, 1] and [2, 1] do not "
        "broadcast");
  CHECK(product.error({a, three, zero, b, one, zero, one, zero}) ==
        "InvalidInput: QLinearMatMul-10 (output 'y0'): a_zero_point has the shape [] where a_scale "
        "has the shape [3]");
}

}  // namespace etalon::test::qlinear_matmul_test
