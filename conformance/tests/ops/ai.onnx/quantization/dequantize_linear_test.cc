#include "conformance/tests/ops/one_node.h"

namespace etalon::test::dequantize_linear_test {

TEST_CASE("DequantizeLinear scales the difference to the zero point") {
  const Tensor x = u8({3}, {0, 128, 255});
  for (const int64_t opset : {10, 13, 19, 21, 23, 24, 25, 28}) {
    CHECK(show(OneNode("DequantizeLinear", opset).run({x, f32({}, {2}), u8({}, {128})})) ==
          "float[3] -256 0 254");
    CHECK(show(OneNode("DequantizeLinear", opset).run({x, f32({1}, {0.5})})) ==
          "float[3] 0 64 127.5");
  }
  CHECK(
      OneNode("DequantizeLinear", 10).error({x, f32({3}, {1, 2, 3})}) ==
      "InvalidInput: DequantizeLinear-10 (output 'y0'): a scale or zero point of shape [3] is not "
      "a scalar");
}

TEST_CASE("DequantizeLinear gives the scale's type or from 23 on output_dtype") {
  const Tensor x = i8({1}, {100});
  const Tensor power = tensor(DType::float8e8m0, {}, {8});
  CHECK(OneNode("DequantizeLinear", 24).error({x, power}) ==
        "InvalidInput: DequantizeLinear-24 (output 'y0'): x_scale is float8e8m0, which y cannot "
        "be, and output_dtype is left out");
}

TEST_CASE("DequantizeLinear of int32 has no zero point but 0") {
  const Tensor x = tensor(DType::int32, {2}, {-1048577, 3});
  CHECK(OneNode("DequantizeLinear", 13).error({x, f32({}, {0.5}), tensor(DType::int32, {}, {1})}) ==
        "InvalidInput: DequantizeLinear-13 (output 'y0'): x_zero_point is not 0 where x is int32");
}

}  // namespace etalon::test::dequantize_linear_test
