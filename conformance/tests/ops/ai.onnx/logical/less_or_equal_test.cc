#include "conformance/tests/ops/one_node.h"

namespace etalon::test::less_or_equal_test {

TEST_CASE("LessOrEqual broadcasts both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {12, 16}) {
    CHECK(show(OneNode("LessOrEqual", opset).run({A, B})) == "bool[2, 2] true true false true");
  }
  CHECK(OneNode("LessOrEqual", 16).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: LessOrEqual-16 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("LessOrEqual with NaN is false; the two zeros are equal") {
  const Values inputs = {f32({5}, {NAN, 1, NAN, -0.0, INFINITY}),
                         f32({5}, {1, NAN, NAN, 0, INFINITY})};
  CHECK(show(OneNode("LessOrEqual", 16).run(inputs)) == "bool[5] false false false true true");
}

TEST_CASE("LessOrEqual of 64-bit integers is exact") {
  const Values inputs = {i64({2}, {INT64_MAX, INT64_MIN}), i64({2}, {INT64_MAX - 1, 0})};
  CHECK(show(OneNode("LessOrEqual", 12).run(inputs)) == "bool[2] false true");
}

}  // namespace etalon::test::less_or_equal_test
