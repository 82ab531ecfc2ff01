#include "conformance/tests/ops/one_node.h"

namespace etalon::test::conv_integer_test {

TEST_CASE("ConvInteger takes off the zero points and pads with them") {
  const OneNode node("ConvInteger", 10);
  const Tensor x = u8({1, 1, 3}, {1, 2, 255});
  const Tensor w = i8({1, 1, 2}, {-128, 1});
  CHECK(show(node.run({x, w})) == "int32[1, 1, 2] -126 -1");
  CHECK(show(node.run({x, w, u8({}, {1})})) == "int32[1, 1, 2] 1 126");
  CHECK(show(node.run({x, w, u8({}, {1}), i8({}, {1})})) == "int32[1, 1, 2] 0 -129");
  CHECK(show(OneNode(node).set("pads", std::vector<int64_t>{1, 0}).run({x, w, u8({}, {1})})) ==
        "int32[1, 1, 3] 0 1 126");
  CHECK(show(node.run({x, w, Value(), i8({1}, {1})})) == "int32[1, 1, 2] -129 -258");
}

TEST_CASE("ConvInteger has a zero point for each output channel and groups") {
  const OneNode node("ConvInteger", 10);
  CHECK(show(node.run({u8({1, 1, 1}, {10}), u8({2, 1, 1}, {5, 5}), Value(), u8({2}, {0, 4})})) ==
        "int32[1, 2, 1] 50 10");
  CHECK(show(OneNode(node).set("group", 2).run({u8({1, 2, 1}, {10, 20}), u8({2, 1, 1}, {1, 2})})) ==
        "int32[1, 2, 1] 10 40");
  CHECK(node.error({u8({1, 1, 1}, {10}), u8({2, 1, 1}, {5, 5}), Value(), u8({3}, {0, 4, 4})})
            .ends_with("a scale or zero point has the shape [3] where there are 2 channels"));
  CHECK(show(node.run({u8({0, 1, 2}, {}), u8({1, 1, 2}, {1, 1})})) == "int32[0, 1, 1]");
}

// 33026 · 255² = 2147515650 = 2^31 + 32002.
TEST_CASE("ConvInteger wraps a sum beyond 32 bits") {
  const size_t C = 33026;
  const Tensor x = Tensor::of(DType::uint8, full({1, C, 1}, uint64_t{255}));
  CHECK(show(OneNode("ConvInteger", 10).run({x, x})) == "int32[1, 1, 1] -2147451646");
}

}  // namespace etalon::test::conv_integer_test
