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

TEST_CASE("BitShift-28 of signed integers keeps the sign to the right and drops it to the left") {
  const auto shift = [](const char* direction, const Tensor& X, const Tensor& Y) {
    return show(OneNode("BitShift", 28).set("direction", direction).run({X, Y}));
  };
  const Tensor X = tensor(DType::int8, {6}, {-128, -3, 3, 127, -1, 1});
  const Tensor Y = tensor(DType::int8, {6}, {7, 1, 1, 1, 1, 7});
  CHECK(shift("RIGHT", X, Y) == "int8[6] -1 -2 1 63 -1 0");
  CHECK(shift("LEFT", X, Y) == "int8[6] 0 -6 6 -2 -2 -128");
  const Tensor out = tensor(DType::int8, {6}, {8, -1, -1, -128, 8, 127});
  CHECK(shift("RIGHT", X, out) == "int8[6] -1 -1 0 0 -1 0");
  CHECK(shift("LEFT", X, out) == "int8[6] 0 0 0 0 0 0");
  CHECK(shift("RIGHT", i64({2}, {INT64_MIN, INT64_MIN}), i64({2}, {63, 64})) == "int64[2] -1 -1");
}

TEST_CASE("BitShift broadcasts, and requires a known direction") {
  OneNode left("BitShift", 11);
  left.set("direction", "LEFT");
  const Tensor X = tensor(DType::uint32, {2, 1}, {1, 2});
  CHECK(show(left.run({X, tensor(DType::uint32, {2}, {1, 2})})) == "uint32[2, 2] 2 4 4 8");
  CHECK(show(left.run({tensor(DType::uint32, {0}, {}), tensor(DType::uint32, {}, {1})})) ==
        "uint32[0]");
  CHECK(left.error({i64({1}, {1}), i64({1}, {1})}).starts_with("InvalidInput"));
  CHECK(OneNode("BitShift", 28).set("direction", "left").error({X, X}) ==
        "InvalidInput: BitShift-28 (output 'y0'): direction is 'left'; it may be LEFT, RIGHT");
}

}  // namespace etalon::test::bit_shift_test
