#include "ops/thinker/thinker.h"

#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"
#include "conformance/tests/text.h"

namespace etalon::test::thinker_test {

TEST_CASE("thinker rounds halves up; exactly") {
  CHECK(thinker::round_half_up(2.5) == 3);
  CHECK(thinker::round_half_up(-3.5) == -3);
  CHECK(thinker::round_half_up(-0.5) == 0);
  CHECK(thinker::round_half_up(0.49999999999999994) == 0);                  // the double below ½
  CHECK(thinker::round_half_up(4503599627370497.0) == 4503599627370497.0);  // 2^52 + 1
  CHECK(std::isnan(thinker::round_half_up(NAN)));
  CHECK(thinker::round_half_up(INFINITY) == INFINITY);
}

TEST_CASE("thinker's scales are positive and finite and single") {
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

TEST_CASE("thinker's results are float without an output scale") {
  const OneNode node = thinker("Conv1dInt").set("scale_x", 2.0).set("scale_w", 4.0);
  const Values inputs{i8({1, 1, 2}, {1, -3}), i8({1, 1, 1}, {2})};
  CHECK(show(node.run(inputs)) == "float[1, 1, 2] 0.25 -0.75");
  CHECK(ends(OneNode(node).set("o_bits", 8).error(inputs),
             "attribute 'scale_o' is missing and has no default"));
}

TEST_CASE("thinker's results have the width that o_bits gives and saturate") {
  // The products are 10, -30 and 1000, at the scale 2 · 4.
  const Values inputs{i8({1, 1, 3}, {1, -3, 100}), i8({1, 1, 1}, {10})};
  const auto conv = [&](int bits, double scale_o) {
    const OneNode node = thinker("Conv1dInt").set("scale_x", 2.0).set("scale_w", 4.0);
    return OneNode(node).set("o_bits", bits).set("scale_o", scale_o);
  };
  // 10 · 4 / 8 = 5, -30 · 4 / 8 = -15, 1000 · 4 / 8 = 500
  CHECK(show(conv(8, 4).run(inputs)) == "int8[1, 1, 3] 5 -15 127");
  CHECK(show(conv(16, 4).run(inputs)) == "int16[1, 1, 3] 5 -15 500");
  // 10 · 2^12 = 40960, -30 · 2^12 = -122880
  CHECK(show(conv(16, 32768).run(inputs)) == "int16[1, 1, 3] 32767 -32768 32767");
  CHECK(show(conv(32, 32768).run(inputs)) == "int32[1, 1, 3] 40960 -122880 4096000");
  // 10 · 2^30 / 8 = 1342177280; 30 and 1000 times 2^27 are beyond int32.
  CHECK(show(conv(32, 0x1p30).run(inputs)) == "int32[1, 1, 3] 1342177280 -2147483648 2147483647");
  CHECK(ends(conv(12, 1).error(inputs), "o_bits is 12, not 8, 16 or 32"));
}

}  // namespace etalon::test::thinker_test
