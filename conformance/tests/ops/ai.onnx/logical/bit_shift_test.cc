#include "conformance/tests/ops/one_node.h"

namespace etalon::test::bit_shift_test {

TEST_CASE("BitShift moves bits past the type's width out") {
  const auto shift = [](int opset, const char* direction, const Tensor& X, const Tensor& Y) {
    return show(OneNode("BitShift", opset).set("direction", direction).run({X, Y}));
  };
  const Tensor X = tensor(DType::uint8, {4}, {1, 0x81, 0xff, 0xff});
  const Tensor Y = tensor(DType::uint8, {4}, {7, 1, 8, 255});
  for (const int opset : {11, 28}) {
    CHECK(shift(opset, "LEFT", X, Y) == "uint8[4] 128 2 0 0");
    CHECK(shift(opset, "RIGHT", X, Y) == "uint8[4] 0 64 0 0");
    CHECK(shift(opset, "LEFT", integers(DType::uint64, {3}, {1, 1, -1}),
                integers(DType::uint64, {3}, {63, 64, -1})) == "uint64[3] 9223372036854775808 0 0");
    CHECK(shift(opset, "RIGHT", integers(DType::uint64, {3}, {-1, -1, -1}),
                integers(DType::uint64, {3}, {63, 64, -1})) == "uint64[3] 1 0 0");
  }
}

TEST_CASE("BitShift broadcasts and requires a known direction") {
  OneNode left("BitShift", 11);
  left.set("direction", "LEFT");
  const Tensor X = tensor(DType::uint32, {2, 1}, {1, 2});
  CHECK(left.error({i64({1}, {1}), i64({1}, {1})}).starts_with("InvalidInput"));
  CHECK(OneNode("BitShift", 28).set("direction", "left").error({X, X}) ==
        "InvalidInput: BitShift-28 (output 'y0'): direction is 'left'; it may be LEFT, RIGHT");
}

}  // namespace etalon::test::bit_shift_test
