#include "conformance/tests/ops/one_node.h"

namespace etalon::test::greater_or_equal_test {

TEST_CASE("GreaterOrEqual broadcasts both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {12, 16}) {
    CHECK(show(OneNode("GreaterOrEqual", opset).run({A, B})) == "bool[2, 2] true false true true");
  }
}

TEST_CASE("GreaterOrEqual with NaN is false; the two zeros are equal") {
  const Values inputs = {f32({5}, {NAN, 1, NAN, -0.0, INFINITY}),
                         f32({5}, {1, NAN, NAN, 0, INFINITY})};
  CHECK(show(OneNode("GreaterOrEqual", 16).run(inputs)) == "bool[5] false false false true true");
}

TEST_CASE("GreaterOrEqual of 64-bit integers is exact") {
  const Values unsigned_ones = {integers(DType::uint64, {1}, {-1}),
                                integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("GreaterOrEqual", 16).run(unsigned_ones)) == "bool[1] true");
}

}  // namespace etalon::test::greater_or_equal_test
