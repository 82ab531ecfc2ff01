#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_conv_test {

TEST_CASE("QLinearConv of com.microsoft is that of ai.onnx; by channels_last") {
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  const auto inputs = [&](const Tensor& x) {
    return Values{x, one, zero, u8({1, 2, 1}, {1, 2}), one, zero, f32({}, {2}), u8({}, {3})};
  };
  const Tensor x = u8({1, 2, 2}, {1, 3, 10, 20});
  OneNode conv("QLinearConv", 1, "com.microsoft");
  CHECK(show(conv.run(inputs(x))) == show(OneNode("QLinearConv", 10).run(inputs(x))));
  CHECK(show(conv.set("channels_last", 1).run(inputs(u8({1, 2, 2}, {1, 10, 3, 20})))) ==
        "uint8[1, 2, 1] 13 25");
}

}  // namespace etalon::test::microsoft_qlinear_conv_test
