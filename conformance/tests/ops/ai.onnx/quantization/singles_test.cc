// QuantizeLinear and DequantizeLinear of float32, where they are computed block by block in float.
// Expectations are by hand, or by exact arithmetic on integers.
#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/elementwise.h"

namespace etalon::test::singles_test {
namespace {

std::string quantize(const std::vector<double>& x, const Tensor& scale, const Tensor& zero_point) {
  return show(OneNode("QuantizeLinear", 25).run({f32({x.size()}, x), scale, zero_point}));
}

}  // namespace

TEST_CASE("Quotients beyond every integer type saturate at both ends") {
  const std::vector<double> x = {3e38,  -3e38,  INFINITY, -INFINITY,
                                 1e-45, -1e-45, 8388609,  -16777217};
  CHECK(quantize(x, f32({}, {1e-30}), u8({}, {7})) == "uint8[8] 255 0 255 0 7 7 255 0");
  CHECK(quantize(x, f32({}, {1}), i8({}, {-7})) == "int8[8] 127 -128 127 -128 -7 -7 127 -128");
  CHECK(quantize(x, f32({}, {1}), tensor(DType::uint16, {}, {65535})) ==
        "uint16[8] 65535 0 65535 0 65535 65535 65535 0");
  CHECK(quantize(x, f32({}, {-1}), tensor(DType::int16, {}, {-32768})) ==
        "int16[8] -32768 32767 -32768 32767 -32768 -32768 -32768 32767");
  CHECK(quantize(x, f32({}, {1}), tensor(DType::int4, {}, {-8})) == "int4[8] 7 -8 7 -8 -8 -8 7 -8");
  CHECK(quantize(x, f32({}, {1}), tensor(DType::uint2, {}, {3})) == "uint2[8] 3 0 3 0 3 3 3 0");
}

TEST_CASE("A tie goes to even before the zero point is added; up to the ends of 16 bits") {
  // −65534.5 + 65535 would be 0.5, which rounds to 0; −65534.5 rounds to −65534.
  CHECK(quantize({-65534.5, -65533.5, 0.5, -0.5}, f32({}, {1}),
                 tensor(DType::uint16, {}, {65535})) == "uint16[4] 1 1 65535 65535");
  CHECK(quantize({65534.5, 65533.5, 32767.5}, f32({}, {1}), tensor(DType::int16, {}, {-32768})) ==
        "int16[3] 32766 32766 0");
  CHECK(quantize({254.5, 255.5, 253.5}, f32({}, {1}), u8({}, {1})) == "uint8[3] 255 255 255");
}

TEST_CASE("The quotient is rounded to float32 first") {
  // (3.5 − 2^-22) / (1 − 2^-24) is 3.5 − 2^-25 …, nearest to 3.5 among float32s: a tie, whose even
  // neighbour is 4. Without that rounding it would be 3.
  CHECK(quantize({3.5 - 0x1p-22}, f32({}, {1 - 0x1p-24}), u8({}, {0})) == "uint8[1] 4");
}

TEST_CASE("NaN has no quantized value; wherever it stands") {
  std::vector<double> x(2 * block_size + 5, 1.0);
  for (const size_t place : {size_t{0}, block_size, x.size() - 1}) {
    std::vector<double> spoiled = x;
    spoiled[place] = NAN;
    CHECK(OneNode("QuantizeLinear", 25)
              .error({f32({x.size()}, spoiled), f32({}, {1}), u8({}, {0})}) ==
          "Unspecified: QuantizeLinear-25 (output 'y0'): NaN has no quantized value in "
          "tensor(uint8)");
  }
  CHECK(OneNode("QuantizeLinear", 25).error({f32({1}, {0}), f32({}, {0}), i8({}, {0})}) ==
        "Unspecified: QuantizeLinear-25 (output 'y0'): NaN has no quantized value in tensor(int8)");
}

TEST_CASE("Scales and zero points of an axis keep their places in many blocks") {
  constexpr size_t rows = 3;
  constexpr size_t columns = block_size + 7;
  std::vector<double> x(rows * columns);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 41) - 20;
  const Tensor scale = f32({rows}, {0.5, 1, 4});
  const Tensor zero_point = i8({rows}, {-1, 0, 1});
  const Tensor y = OneNode("QuantizeLinear", 13)
                       .set("axis", 0)
                       .run({f32({rows, columns}, x), scale, zero_point})
                       .tensor();
  const Tensor back =
      OneNode("DequantizeLinear", 13).set("axis", 0).run({y, scale, zero_point}).tensor();
  for (size_t i = 0; i < x.size(); ++i) {
    const double s = i / columns == 0 ? 0.5 : i / columns == 1 ? 1 : 4;
    const double z = static_cast<double>(i / columns) - 1;
    const double q = std::nearbyint(x[i] / s) + z;
    REQUIRE(static_cast<double>(static_cast<int8_t>(y.slots<uint8_t>()[i])) == q);
    REQUIRE(static_cast<double>(back.slots<float>()[i]) == (q - z) * s);
  }
}

TEST_CASE("Infinite and undefined scales dequantize as products do") {
  CHECK(show(OneNode("DequantizeLinear", 25)
                 .run({u8({3}, {6, 7, 8}), f32({}, {INFINITY}), u8({}, {7})})) ==
        "float[3] -inf nan inf");
  CHECK(show(OneNode("DequantizeLinear", 25)
                 .run({i8({1}, {-128}), f32({}, {3e38}), i8({}, {127})})) == "float[1] -inf");
}

}  // namespace etalon::test::singles_test
