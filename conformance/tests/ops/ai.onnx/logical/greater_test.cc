#include "conformance/tests/ops/one_node.h"

namespace etalon::test::greater_test {

TEST_CASE("Greater-1 aligns B with A from `axis`") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {2, 3});
  const auto from = [&](int axis) {
    return show(OneNode("Greater", 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from(0) == "bool[2, 2] false false false true");
  CHECK(from(1) == "bool[2, 2] false false true true");
}

TEST_CASE("Greater broadcasts both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {9, 13}) {
    CHECK(show(OneNode("Greater", opset).run({A, B})) == "bool[2, 2] false false true false");
  }
  CHECK(show(OneNode("Greater", 7).run({f32({2, 1}, {1, 2}), f32({}, {1})})) ==
        "bool[2, 1] false true");
}

TEST_CASE("Greater with NaN is false; the two zeros are equal") {
  const Values inputs = {f32({5}, {NAN, 1, NAN, -0.0, INFINITY}),
                         f32({5}, {1, NAN, NAN, 0, INFINITY})};
  CHECK(show(OneNode("Greater", 13).run(inputs)) == "bool[5] false false false false false");
}

TEST_CASE("Greater of 64-bit integers is exact") {
  const Values inputs = {i64({2}, {INT64_MAX, INT64_MIN}), i64({2}, {INT64_MAX - 1, 0})};
  CHECK(show(OneNode("Greater", 9).run(inputs)) == "bool[2] true false");
  const Values unsigned_ones = {integers(DType::uint64, {1}, {-1}),
                                integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("Greater", 13).run(unsigned_ones)) == "bool[1] true");
}

}  // namespace etalon::test::greater_test
