#include "conformance/tests/ops/one_node.h"

namespace etalon::test::less_test {

TEST_CASE("Less-1 aligns B with A from `axis`") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {2, 3});
  const auto from = [&](int axis) {
    return show(OneNode("Less", 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from(0) == "bool[2, 2] true false false false");
  CHECK(OneNode("Less", 1).error({A, B}) ==
        "InvalidInput: Less-1 (output 'y0'): the shapes [2, 2] and [2] differ and broadcast is 0");
}

TEST_CASE("Less broadcasts both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {9, 13}) {
    CHECK(show(OneNode("Less", opset).run({A, B})) == "bool[2, 2] false true false false");
  }
  CHECK(show(OneNode("Less", 7).run({f32({0}, {}), f32({1}, {1})})) == "bool[0]");
}

TEST_CASE("Less with NaN is false; the two zeros are equal") {
  const Values inputs = {f32({5}, {NAN, 1, NAN, -0.0, INFINITY}),
                         f32({5}, {1, NAN, NAN, 0, INFINITY})};
  CHECK(show(OneNode("Less", 13).run(inputs)) == "bool[5] false false false false false");
}

TEST_CASE("Less of 64-bit integers is exact") {
  const Values unsigned_ones = {integers(DType::uint64, {1}, {-1}),
                                integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("Less", 13).run(unsigned_ones)) == "bool[1] false");
}

}  // namespace etalon::test::less_test
