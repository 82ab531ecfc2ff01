#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sub_test {

TEST_CASE("Sub before 7 aligns B with A from `axis`") {
  const Tensor A = f32({2, 2, 1}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {10, 20});
  for (const int opset : {1, 6}) {
    const auto with_axis = [&](int axis) {
      return show(OneNode("Sub", opset).set("broadcast", 1).set("axis", axis).run({A, B}));
    };
    CHECK(with_axis(0) == "float[2, 2, 1] -9 -8 -17 -16");
    CHECK(with_axis(1) == "float[2, 2, 1] -9 -18 -7 -16");
  }
}

TEST_CASE("Sub before 7 aligns B with A's last axes by default") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {10, 20});
  CHECK(show(OneNode("Sub", 1).set("broadcast", 1).run({A, B})) == "float[2, 2] -9 -18 -7 -16");
}

TEST_CASE("Sub from 7 on broadcasts both ways") {
  const Tensor A = f32({2, 1}, {1, 2});
  const Tensor B = f32({3}, {10, 20, 30});
  for (const int opset : {7, 13, 14}) {
    CHECK(show(OneNode("Sub", opset).run({A, B})) == "float[2, 3] -9 -19 -29 -8 -18 -28");
  }
  CHECK(show(OneNode("Sub", 7).run({f32({}, {1}), f32({}, {2})})) == "float[] -1");
  CHECK(OneNode("Sub", 7).error({f32({2}, {1, 2}), B}) ==
        "InvalidInput: Sub-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Sub-14 wraps integers") {
  CHECK(show(OneNode("Sub", 14).run(
            {tensor(DType::uint8, {1}, {0}), tensor(DType::uint8, {1}, {1})})) == "uint8[1] 255");
  CHECK(show(OneNode("Sub", 14).run({i64({1}, {INT64_MIN}), i64({1}, {1})})) ==
        "int64[1] 9223372036854775807");
}

TEST_CASE("Sub follows IEEE 754 and rounds once") {
  CHECK(show(OneNode("Sub", 14).run(
            {f32({3}, {INFINITY, 1, 16777216}), f32({3}, {INFINITY, NAN, -1})})) ==
        "float[3] nan nan 16777216");
}

}  // namespace etalon::test::sub_test
