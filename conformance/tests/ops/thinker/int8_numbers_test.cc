// Expectations by hand: ⌊v + ½⌋, saturated.
#include <cmath>

#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::int8_numbers_test {
namespace {

OneNode thinker(std::string_view op_type) { return OneNode(op_type, 1, "thinker"); }

OneNode binary(std::string_view op_type, double scale_x, double scale_y, double scale_o) {
  return thinker(op_type).set("scale_x", scale_x).set("scale_y", scale_y).set("scale_o", scale_o);
}

}  // namespace

TEST_CASE("thinker's QuantizeLinear multiplies, rounds ties up and saturates") {
  const Tensor X = f32({7}, {0.5, -0.5, -3.5, 2.5, 127.5, -128.6, NAN});
  CHECK(show(thinker("QuantizeLinear").run({X, f32({}, {1})})) == "int8[7] 1 0 -3 3 127 -128 0");
  CHECK(show(thinker("Quant").set("scale_x", 2.0).run({f32({}, {0.74})})) == "int8[] 1");
  CHECK(show(thinker("OnnxInferQuant").set("scale_x", 2.0).run({f32({0, 2}, {})})) == "int8[0, 2]");
}

TEST_CASE("thinker's scales are positive, finite and single") {
  const OneNode node = thinker("QuantizeLinear");
  const Tensor X = f32({1}, {1});
  CHECK(node.error({X, f32({}, {0})}) ==
        "InvalidInput: thinker.QuantizeLinear-1 (output 'y0'): scale is 0, not a positive number");
  CHECK(ends(node.error({X, f32({}, {-2})}), "scale is -2, not a positive number"));
  CHECK(ends(node.error({X, f32({}, {INFINITY})}), "scale is inf, not a positive number"));
  CHECK(ends(node.error({X, f32({}, {NAN})}), "scale is nan, not a positive number"));
  CHECK(
      ends(node.error({X, f32({2}, {1, 1})}), "scale has the shape [2] where one scale is needed"));
  CHECK(ends(thinker("Dequant").set("scale_o", -1.0).error({i8({1}, {1})}),
             "scale_o is -1, not a positive number"));
}

TEST_CASE("thinker's Q-value mode takes a scale for an exponent of 2") {
  const auto quant = [](double scale) {
    return thinker("Quant").set("scale_x", scale).set("platform_quant", "xdnn_kQValue");
  };
  const Tensor X = f32({1}, {0.25});
  CHECK(show(quant(6.9).run({X})) == "int8[1] 16");
  CHECK(show(quant(0).run({X})) == "int8[1] 0");
  CHECK(show(quant(30).run({f32({1}, {0x1p-30})})) == "int8[1] 1");
  CHECK(ends(quant(31).error({X}),
             "scale_x is 31, which platform_quant 'xdnn_kQValue' takes for an exponent of 0 to "
             "30"));
  CHECK(ends(quant(-1).error({X}), "takes for an exponent of 0 to 30"));
  for (const char* literal : {"normal_quant", "qmax_quant", "luna_quant"}) {
    CHECK(show(thinker("Quant").set("scale_x", 6.0).set("platform_quant", literal).run({X})) ==
          "int8[1] 2");
  }
}

TEST_CASE("thinker quantizes to 8 bits only") {
  CHECK(ends(thinker("Quant").set("scale_x", 1.0).set("data_bits", 16).error({f32({}, {1})}),
             "data_bits is 16; only 8 has a meaning"));
  CHECK(ends(thinker("QuantizeLinear").set("data_bits", 4).error({f32({}, {1}), f32({}, {1})}),
             "data_bits is 4; only 8 has a meaning"));
}

TEST_CASE("thinker's DequantizeLinear divides, into float32") {
  CHECK(show(thinker("DequantizeLinear").run({i8({3}, {-128, 1, 127}), f32({}, {16})})) ==
        "float[3] -8 0.0625 7.9375");
  CHECK(show(thinker("OnnxInferDeQuant")
                 .set("scale_o", 2.0)
                 .run({tensor(DType::uint8, {2}, {0, 255})})) == "float[2] 0 127.5");
  CHECK(show(thinker("Dequant").set("scale_x", 2.0).run({i8({1}, {3})})) == "float[1] 1.5");
  CHECK(ends(thinker("Dequant").error({i8({1}, {3})}), "attribute scale_o is missing"));
  CHECK(ends(thinker("Dequant").set("scale_x", 2.0).set("scale_o", 2.0).error({i8({1}, {3})}),
             "attributes scale_o and scale_x are two spellings of one, and both are given"));
}

TEST_CASE("Requant to wider types shifts and wraps") {
  const auto requant = [](int64_t bits, double scale_o) {
    return thinker("Requant").set("scale_x", 1.0).set("scale_o", scale_o).set("o_bits", bits);
  };
  const Tensor X = i8({3}, {-128, 1, 127});
  CHECK(show(requant(8, 0.5).run({X})) == "int8[3] -64 1 64");
  CHECK(show(requant(16, 256).run({X})) == "int16[3] -32768 256 32512");
  CHECK(show(requant(16, 512).run({X})) == "int16[3] 0 512 -512");
  CHECK(show(requant(32, 65536).run({X})) == "int32[3] -8388608 65536 8323072");
  CHECK(ends(requant(24, 1).error({X}), "o_bits is 24, not 8, 16 or 32"));
}

TEST_CASE("iqAdd and iqSub round each operand by itself") {
  const Tensor lhs = i8({4}, {1, -1, 3, 127});
  const Tensor rhs = i8({4}, {1, -1, -7, 127});
  CHECK(show(binary("iqAdd", 2, 2, 1).run({lhs, rhs})) == "int8[4] 2 0 -1 127");
  CHECK(show(binary("iqSub", 2, 2, 1).run({lhs, rhs})) == "int8[4] 0 0 5 0");
  CHECK(show(binary("iqSub", 1, 1, 2).run({i8({1}, {-100}), i8({1}, {100})})) == "int8[1] -128");
  CHECK(show(binary("iqAdd", 1, 1, 1).run({i8({2, 1}, {1, 2}), i8({2}, {10, 20})})) ==
        "int8[2, 2] 11 21 12 22");
  CHECK(show(binary("iqAdd", 1, 1, 1).run({i8({0}, {}), i8({1}, {3})})) == "int8[0]");
  CHECK(ends(binary("iqAdd", 1, 0, 1).error({lhs, rhs}), "scale_y is 0, not a positive number"));
}

TEST_CASE("iqMul rounds the whole product once") {
  CHECK(show(binary("iqMul", 2, 2, 1).run({i8({3}, {1, -1, -7}), i8({3}, {2, 2, 2})})) ==
        "int8[3] 1 0 -3");
  CHECK(show(binary("iqmul", 1, 1, 1).run({i8({2}, {127, -128}), i8({2}, {127, 127})})) ==
        "int8[2] 127 -128");
  const Tensor naturals = tensor(DType::uint8, {1}, {200});
  CHECK(show(binary("iqmul_Iu8_Is8_Os8", 4, 1, 1).run({naturals, i8({1}, {-1})})) == "int8[1] -50");
  CHECK(show(binary("iqmul_Is8_Iu8_Os8", 1, 4, 1).run({i8({1}, {-1}), naturals})) == "int8[1] -50");
  CHECK(binary("iqMul", 1, 1, 1).error({naturals, i8({1}, {1})}) != "");
}

TEST_CASE("iqDiv by 0 saturates by the dividend's sign, and 0 / 0 is 0") {
  CHECK(show(binary("iqDiv", 1, 1, 1).run({i8({3}, {5, -5, 0}), i8({1}, {0})})) ==
        "int8[3] 127 -128 0");
  // 1/2 / (3/3) and its opposite: ties that a rounded 1/3 might miss.
  CHECK(show(binary("iqDiv", 2, 3, 1).run({i8({2}, {1, -1}), i8({1}, {3})})) == "int8[2] 1 0");
}

TEST_CASE("QuantizeConvert keeps the bits") {
  CHECK(show(thinker("QuantizeConvert").set("to", 2).run({i8({3}, {-128, -1, 5})})) ==
        "uint8[3] 128 255 5");
  CHECK(
      show(thinker("QuantizeConvert").set("to", 3).run({tensor(DType::uint8, {2}, {255, 127})})) ==
      "int8[2] -1 127");
  CHECK(ends(thinker("QuantizeConvert").set("to", 6).error({i8({1}, {1})}),
             "to is 6, neither 2 nor 3"));
}

TEST_CASE("iqcat rescales each input by its own scale") {
  const auto cat = [](const char* dim) {
    return thinker("iqCat")
        .set(dim, 1)
        .set("scale_x_0", 2.0)
        .set("scale_x_1", 0.5)
        .set("scale_o", 1.0);
  };
  const Values inputs{i8({2, 1}, {1, -1}), i8({2, 2}, {1, 2, 100, -100})};
  CHECK(show(cat("dim").run(inputs)) == "int8[2, 3] 1 2 4 0 127 -128");
  CHECK(show(cat("axis").run(inputs)) == "int8[2, 3] 1 2 4 0 127 -128");
  CHECK(ends(cat("dim").set("axis", 1).error(inputs),
             "attributes dim and axis are two spellings of one, and both are given"));
  CHECK(ends(thinker("iqcat").set("scale_o", 1.0).error(inputs), "attribute dim is missing"));
  CHECK(ends(thinker("iqcat").set("dim", 0).set("scale_o", 1.0).error(inputs),
             "attribute scale_x_0 is missing"));
  CHECK(ends(cat("dim").set("scale_x_1", 0.0).error(inputs),
             "scale_x_1 is 0, not a positive number"));
}

TEST_CASE("iqClamp bounds are floats or integers in the domain of floats") {
  const OneNode clamp = thinker("iqClamp").set("scale_x", 16.0).set("scale_o", 8.0);
  const Tensor X = i8({4}, {-128, -1, 1, 127});
  CHECK(show(OneNode(clamp).set("min", -1.5).set("max", 6.0).run({X})) == "int8[4] -12 0 1 48");
  CHECK(show(OneNode(clamp).set("min", 0).set("max", 6).run({X})) == "int8[4] 0 0 1 48");
}

TEST_CASE("iqSigmoid and iqTanh dequantize int8, and look int16 up in the chip's table") {
  const OneNode sigmoid = thinker("iqSigmoid").set("scale_x", 16.0);
  // 1 / (1 + exp(±2)) is 0.1192 and 0.8808.
  CHECK(show(OneNode(sigmoid).set("scale_y", 100.0).run({i8({3}, {-32, 0, 32})})) ==
        "int8[3] 12 50 88");
  CHECK(show(OneNode(sigmoid).set("scale_o", 254.0).run({i8({2}, {0, 127})})) == "int8[2] 127 127");
  CHECK(show(thinker("iqSigmoid").run({tensor(DType::int16, {4}, {-2048, 0, 2048, 8192})})) ==
        "int8[4] 34 64 94 126");
  CHECK(show(thinker("iqTanh").run({tensor(DType::int16, {4}, {-512, 512, 2048, -4096})})) ==
        "int8[4] -32 32 97 -123");
  // tanh(1) is 0.7616.
  CHECK(
      show(
          thinker("iqTanh").set("scale_x", 16.0).set("scale_y", 100.0).run({i8({2}, {-16, 16})})) ==
      "int8[2] -76 76");
  CHECK(ends(OneNode(sigmoid).error({i8({1}, {0})}), "attribute scale_y is missing"));
  CHECK(ends(OneNode(sigmoid).set("scale_y", 1.0).set("scale_o", 1.0).error({i8({1}, {0})}),
             "attributes scale_y and scale_o are two spellings of one, and both are given"));
}

}  // namespace etalon::test::int8_numbers_test
