#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qlinear_matmul_test {

TEST_CASE("QLinearMatMul saturates, and rounds ties to even") {
  const Tensor one = f32({}, {1});
  const auto multiply = [&](double y_scale, const Tensor& y_zero_point) {
    return show(OneNode("QLinearMatMul", 10)
                    .run({i8({2, 1}, {100, -100}), one, i8({}, {0}), i8({1, 1}, {100}), one,
                          i8({}, {0}), f32({}, {y_scale}), y_zero_point}));
  };
  CHECK(multiply(1, i8({}, {0})) == "int8[2, 1] 127 -128");
  CHECK(multiply(1, u8({}, {7})) == "uint8[2, 1] 255 0");
  CHECK(multiply(4000, i8({}, {1})) == "int8[2, 1] 3 -1");  // ±2.5 → ±2
  CHECK(multiply(10000, i8({}, {5})) == "int8[2, 1] 6 4");
}

TEST_CASE("QLinearMatMul has scales and zero points by row of a and by column of b") {
  const Tensor a = u8({2, 2}, {1, 2, 3, 4});
  const Tensor b = u8({2, 2}, {1, 2, 3, 4});
  const Tensor y_scale = f32({}, {1});
  const Tensor y_zero_point = u8({}, {0});
  // (a - [[1], [3]]) · (b - [1, 2]) = [[2, 2], [2, 2]]; times [[1], [10]] and [1, 2].
  const auto multiply = [&](const Shape& rows, const Shape& columns) {
    return show(OneNode("QLinearMatMul", 21)
                    .run({a, f32(rows, {1, 10}), u8(rows, {1, 3}), b, f32(columns, {1, 2}),
                          u8(columns, {1, 2}), y_scale, y_zero_point}));
  };
  CHECK(multiply({2}, {2}) == "uint8[2, 2] 2 4 20 40");
  CHECK(multiply({2, 1}, {1, 2}) == "uint8[2, 2] 2 4 20 40");
}

TEST_CASE("QLinearMatMul multiplies vectors and stacks") {
  const Tensor one = f32({1}, {1});
  const Tensor zero = u8({1}, {0});
  CHECK(show(OneNode("QLinearMatMul", 10)
                 .run({u8({2}, {1, 2}), one, zero, u8({2}, {3, 4}), one, zero, one, zero})) ==
        "uint8[] 11");
  CHECK(show(OneNode("QLinearMatMul", 10)
                 .run({u8({2, 1, 1}, {1, 2}), one, zero, u8({1, 1}, {3}), one, zero, one, zero})) ==
        "uint8[2, 1, 1] 3 6");
  CHECK(show(OneNode("QLinearMatMul", 10)
                 .run({u8({1, 0}, {}), one, zero, u8({0, 1}, {}), one, zero, one, u8({}, {9})})) ==
        "uint8[1, 1] 9");
}

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
  CHECK(OneNode("QLinearMatMul", 10)
            .error({u8({2, 1}, {1, 2}), f32({3}, {1, 2, 3}), zero, u8({1, 1}, {1}), one, zero, one,
                    zero}) ==
        "InvalidInput: QLinearMatMul-10 (output 'y0'): the shapes [3, 1] and [2, 1] do not "
        "broadcast");
}

}  // namespace etalon::test::qlinear_matmul_test
