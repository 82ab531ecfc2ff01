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

TEST_CASE("DequantizeLinear-13 scales along an axis, DequantizeLinear-21 in blocks") {
  const Tensor x = i8({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("DequantizeLinear", 13).run({x, f32({2}, {1, 10}), i8({2}, {0, 1})})) ==
        "float[2, 2] 1 10 3 30");
  CHECK(show(OneNode("DequantizeLinear", 13).set("axis", 0).run({x, f32({2}, {1, 10})})) ==
        "float[2, 2] 1 2 30 40");
  CHECK(show(OneNode("DequantizeLinear", 21)
                 .set("block_size", 2)
                 .run({i8({1, 3}, {1, 2, 3}), f32({1, 2}, {1, 10}), i8({1, 2}, {1, -1})})) ==
        "float[1, 3] 0 1 40");
}

TEST_CASE("DequantizeLinear takes every quantized type") {
  const auto dequantized = [](DType type, const std::vector<double>& x) {
    return show(OneNode("DequantizeLinear", 28).run({tensor(type, {2}, x), f32({}, {2})}));
  };
  CHECK(dequantized(DType::int4, {-8, 7}) == "float[2] -16 14");
  CHECK(dequantized(DType::uint4, {0, 15}) == "float[2] 0 30");
  CHECK(dequantized(DType::int2, {-2, 1}) == "float[2] -4 2");
  CHECK(dequantized(DType::uint2, {0, 3}) == "float[2] 0 6");
  CHECK(dequantized(DType::int16, {-32768, 32767}) == "float[2] -65536 65534");
  CHECK(dequantized(DType::uint16, {0, 65535}) == "float[2] 0 131070");
  CHECK(dequantized(DType::float8e4m3fn, {448, NAN}) == "float[2] 896 nan");
  CHECK(dequantized(DType::float8e5m2fnuz, {0.5, -57344}) == "float[2] 1 -114688");
  CHECK(dequantized(DType::float4e2m1, {0.5, -6}) == "float[2] 1 -12");
  CHECK(dequantized(DType::float6e2m3, {0.125, 7.5}) == "float[2] 0.25 15");
  CHECK(dequantized(DType::float6e3m2, {0.0625, -28}) == "float[2] 0.125 -56");
}

TEST_CASE("DequantizeLinear gives the scale's type, or from 23 on output_dtype") {
  const Tensor x = i8({1}, {100});
  const Tensor scale = tensor(DType::float16, {}, {1000});
  CHECK(show(OneNode("DequantizeLinear", 19).run({x, scale})) == "float16[1] inf");
  CHECK(show(OneNode("DequantizeLinear", 23).set("output_dtype", 1).run({x, scale})) ==
        "float[1] 100000");
  const Tensor power = tensor(DType::float8e8m0, {}, {8});
  CHECK(show(OneNode("DequantizeLinear", 24).set("output_dtype", 16).run({x, power})) ==
        "bfloat16[1] 8e+02");
  CHECK(OneNode("DequantizeLinear", 24).error({x, power}) ==
        "InvalidInput: DequantizeLinear-24 (output 'y0'): x_scale is float8e8m0, which y cannot "
        "be, and output_dtype is left out");
}

TEST_CASE("DequantizeLinear of int32 has no zero point but 0") {
  const Tensor x = tensor(DType::int32, {2}, {-1048577, 3});
  CHECK(show(OneNode("DequantizeLinear", 13)
                 .run({x, f32({}, {0.5}), tensor(DType::int32, {}, {0})})) ==
        "float[2] -524288.5 1.5");
  CHECK(OneNode("DequantizeLinear", 13).error({x, f32({}, {0.5}), tensor(DType::int32, {}, {1})}) ==
        "InvalidInput: DequantizeLinear-13 (output 'y0'): x_zero_point is not 0 where x is int32");
}

}  // namespace etalon::test::dequantize_linear_test
