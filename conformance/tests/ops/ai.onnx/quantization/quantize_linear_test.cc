#include "conformance/tests/ops/one_node.h"

namespace etalon::test::quantize_linear_test {
namespace {

// x quantized to `type` by scale 1, zero point 0.
std::string quantize(DType type, const std::vector<double>& x, int64_t opset = 25) {
  return show(OneNode("QuantizeLinear", opset)
                  .set("output_dtype", static_cast<int64_t>(type))
                  .run({f32({x.size()}, x), f32({}, {1})}));
}

}  // namespace

TEST_CASE("QuantizeLinear rounds ties to even then adds the zero point then saturates") {
  const Tensor x = f32({8}, {0.5, 1.5, 2.5, -0.5, -1.5, 1000, -1000, INFINITY});
  for (const int64_t opset : {10, 13, 19, 21, 23, 24, 25, 28}) {
    CHECK(show(OneNode("QuantizeLinear", opset).run({x, f32({}, {1}), u8({}, {1})})) ==
          "uint8[8] 1 3 3 1 0 255 0 255");
    CHECK(show(OneNode("QuantizeLinear", opset).run({x, f32({}, {1}), i8({}, {0})})) ==
          "int8[8] 0 2 2 0 -2 127 -128 127");
  }
}

TEST_CASE("QuantizeLinear-10 takes scalars only") {
  CHECK(OneNode("QuantizeLinear", 10).error({f32({2}, {1, 2}), f32({2}, {1, 2})}) ==
        "InvalidInput: QuantizeLinear-10 (output 'y0'): a scale or zero point of shape [2] is not "
        "a scalar");
}

TEST_CASE("QuantizeLinear-13 has a scale for each entry of an axis; 1 by default") {
  const Tensor x = f32({2, 2}, {10, 10, 20, 20});
  CHECK(OneNode("QuantizeLinear", 13).error({x, f32({3}, {1, 2, 3})}) ==
        "InvalidInput: QuantizeLinear-13 (output 'y0'): a scale or zero point of shape [3] does "
        "not fit axis 1 of [2, 2]");
  CHECK(OneNode("QuantizeLinear", 13).set("axis", 2).error({x, f32({2}, {1, 2})}) ==
        "InvalidInput: QuantizeLinear-13 (output 'y0'): axis 2 is outside [-2, 1]");
}

TEST_CASE("QuantizeLinear requires the zero point in the scale's shape") {
  CHECK(OneNode("QuantizeLinear", 13).error({f32({1, 2}, {1, 2}), f32({2}, {1, 2}), u8({}, {1})}) ==
        "InvalidInput: QuantizeLinear-13 (output 'y0'): y_zero_point has the shape [] where "
        "y_scale has the shape [2]");
}

TEST_CASE("QuantizeLinear-21 has a scale for each block along an axis") {
  const Tensor x = f32({1, 5}, {8, 8, 8, 8, 8});
  CHECK(OneNode("QuantizeLinear", 21).set("block_size", 2).error({x, f32({1, 2}, {1, 2})}) ==
        "InvalidInput: QuantizeLinear-21 (output 'y0'): a scale or zero point of shape [1, 2] does "
        "not fit [1, 5] in blocks of 2 along 1");
  CHECK(
      OneNode("QuantizeLinear", 21).error({x, f32({1, 3}, {1, 2, 4})}).starts_with("InvalidInput"));
  CHECK(OneNode("QuantizeLinear", 21).set("block_size", -1).error({x, f32({5}, {1, 1, 1, 1, 1})}) ==
        "InvalidInput: QuantizeLinear-21 (output 'y0'): block_size is -1");
}

TEST_CASE("QuantizeLinear to a float type rounds once and saturates unless saturate is 0") {
  CHECK(quantize(DType::float4e2m1, {0.3, 2.5, 100, -100, -0.2}) == "float4e2m1[5] 0.5 2 6 -6 -0");
  const auto unsaturated = [](DType type) {
    return show(OneNode("QuantizeLinear", 19)
                    .set("saturate", 0)
                    .run({f32({3}, {1e6, -1e6, 1}), f32({}, {1}), tensor(type, {}, {0})}));
  };
  CHECK(unsaturated(DType::float8e5m2) == "float8e5m2[3] inf -inf 1");
}

TEST_CASE("QuantizeLinear requires output_dtype to match and to be one of its types") {
  const Tensor x = f32({1}, {1});
  CHECK(
      OneNode("QuantizeLinear", 21).set("output_dtype", 3).error({x, f32({}, {1}), u8({}, {1})}) ==
      "InvalidInput: QuantizeLinear-21 (output 'y0'): output_dtype is int8 and y_zero_point is "
      "uint8");
  CHECK(OneNode("QuantizeLinear", 21).set("output_dtype", 1).error({x, f32({}, {1})}) ==
        "InvalidInput: QuantizeLinear-21 (output 'y0'): output_dtype is 1, which is not a type of "
        "T2");
  CHECK(
      OneNode("QuantizeLinear", 23).set("precision", 999).error({x, f32({}, {1})}) ==
      "InvalidInput: QuantizeLinear-23 (output 'y0'): precision is 999, which is not a type of T2");
}

TEST_CASE("QuantizeLinear of NaN to an integer is unspecified; of a quotient by 0 it saturates") {
  CHECK(OneNode("QuantizeLinear", 13).error({f32({1}, {NAN}), f32({}, {1})}) ==
        "Unspecified: QuantizeLinear-13 (output 'y0'): NaN has no quantized value in "
        "tensor(uint8)");
}

}  // namespace etalon::test::quantize_linear_test
