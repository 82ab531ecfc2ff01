#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qlinear_conv_test {
namespace {

// y = x · w · x_scale · w_scale / y_scale for a kernel of one element.
std::string scaled(const Tensor& x, const Tensor& w, double x_scale, double w_scale, double y_scale,
                   const Tensor& y_zero_point) {
  return show(OneNode("QLinearConv", 10)
                  .run({x, f32({}, {x_scale}), tensor(x.dtype(), {}, {0}), w, f32({}, {w_scale}),
                        tensor(w.dtype(), {}, {0}), f32({}, {y_scale}), y_zero_point}));
}

}  // namespace

TEST_CASE("QLinearConv rounds ties to even and saturates") {
  const Tensor x = u8({1, 1, 4}, {1, 3, 5, 255});
  CHECK(scaled(x, i8({1, 1, 1}, {1}), 0.5, 1, 1, u8({}, {0})) == "uint8[1, 1, 4] 0 2 2 128");
  CHECK(scaled(x, i8({1, 1, 1}, {-1}), 0.5, 1, 1, i8({}, {0})) == "int8[1, 1, 4] 0 -2 -2 -128");
  CHECK(scaled(x, i8({1, 1, 1}, {-1}), 0.5, 1, 1, u8({}, {3})) == "uint8[1, 1, 4] 3 1 1 0");
  CHECK(scaled(x, i8({1, 1, 1}, {2}), 1, 1, 1, u8({}, {0})) == "uint8[1, 1, 4] 2 6 10 255");
  // A tie that rounding in the middle would miss: 5 · 0.1 · 0.1 / (0.1 · 0.2), the scales being
  // float32's; 0.2 is twice 0.1 there, so that all is 5 / 2 but for the division's own rounding.
  CHECK(scaled(u8({1, 1, 1}, {5}), i8({1, 1, 1}, {1}), 0.1F, 1, 0.2F, u8({}, {0})) ==
        "uint8[1, 1, 1] 2");
}

TEST_CASE("QLinearConv tells a tie from what is next to one") {
  // 5 · s / (2 · s) is 5 / 2, which goes to 2; with a factor that is one float32 greater or less,
  // it is beside the tie. s = 0.1 in float32, so that no product is exact.
  const Tensor five = u8({1, 1, 1}, {5});
  const float s = 0.1F;
  const Tensor one = i8({1, 1, 1}, {1});
  CHECK(scaled(five, one, s, 1, 2 * s, u8({}, {0})) == "uint8[1, 1, 1] 2");
  CHECK(scaled(five, one, std::nextafter(s, 1.0F), 1, 2 * s, u8({}, {0})) == "uint8[1, 1, 1] 3");
  CHECK(scaled(five, one, s, 1, 2 * std::nextafter(s, 1.0F), u8({}, {0})) == "uint8[1, 1, 1] 2");
  const Tensor seven = u8({1, 1, 1}, {7});  // 7 / 2 goes to 4
  CHECK(scaled(seven, one, s, 1, 2 * s, u8({}, {0})) == "uint8[1, 1, 1] 4");
  CHECK(scaled(seven, one, std::nextafter(s, 0.0F), 1, 2 * s, u8({}, {0})) == "uint8[1, 1, 1] 3");
  // Infinite and huge quotients saturate; 255 · 3e38 / 1e-30 overflows nothing in double.
  CHECK(scaled(five, one, 3e38, 1, 1e-30, u8({}, {0})) == "uint8[1, 1, 1] 255");
  CHECK(scaled(five, i8({1, 1, 1}, {-1}), 3e38, 1, 1e-30, i8({}, {0})) == "int8[1, 1, 1] -128");
}

TEST_CASE("QLinearConv takes scales and zero points of each output channel, and a bias") {
  CHECK(show(OneNode("QLinearConv", 10)
                 .run({u8({1, 1, 2}, {12, 14}), f32({}, {0.5}), u8({}, {10}), u8({2, 1, 1}, {4, 4}),
                       f32({2}, {1, 2}), u8({2}, {2, 3}), f32({}, {1}), u8({}, {100}),
                       tensor(DType::int32, {2}, {10, -20})})) ==
        // (2·2 + 10) · 0.5, (4·2 + 10) · 0.5, (2·1 − 20) · 1, (4·1 − 20) · 1
        "uint8[1, 2, 2] 107 109 82 84");
}

TEST_CASE("QLinearConv mixes signedness and works in other ranks") {
  CHECK(show(OneNode("QLinearConv", 10)
                 .run({i8({1, 1, 1, 2}, {-128, 127}), f32({1}, {1}), i8({1}, {0}),
                       u8({1, 1, 1, 2}, {1, 1}), f32({1}, {1}), u8({1}, {0}), f32({1}, {1}),
                       i8({1}, {0})})) == "int8[1, 1, 1, 1] -1");
  CHECK(OneNode("QLinearConv", 10)
            .error({i8({1, 1, 1}, {1}), f32({2}, {1, 1}), i8({}, {0}), i8({1, 1, 1}, {1}),
                    f32({}, {1}), i8({}, {0}), f32({}, {1}), i8({}, {0})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::qlinear_conv_test
