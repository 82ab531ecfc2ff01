#include "conformance/tests/ops/one_node.h"

namespace etalon::test::equal_test {

TEST_CASE("Equal-1 aligns B with A from `axis`") {
  CHECK(show(OneNode("Equal", 1)
                 .set("broadcast", 1)
                 .set("axis", 0)
                 .run({i64({2, 2}, {1, 2, 3, 4}), i64({2}, {2, 3})})) ==
        "bool[2, 2] false true true false");
}

TEST_CASE("Equal broadcasts both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {7, 11, 13, 19}) {
    CHECK(show(OneNode("Equal", opset).run({A, B})) == "bool[2, 2] true false false true");
  }
}

TEST_CASE("Equal with NaN is false; the two zeros are equal") {
  const Values inputs = {f32({5}, {NAN, 1, NAN, -0.0, INFINITY}),
                         f32({5}, {1, NAN, NAN, 0, INFINITY})};
  CHECK(show(OneNode("Equal", 19).run(inputs)) == "bool[5] false false false true true");
}

TEST_CASE("Equal of 64-bit integers is exact") {
  const Values inputs = {i64({2}, {INT64_MAX, INT64_MIN}), i64({2}, {INT64_MAX - 1, 0})};
  CHECK(show(OneNode("Equal", 7).run(inputs)) == "bool[2] false false");
}

TEST_CASE("Equal compares bools, and from 19 on strings") {
  const Tensor A = tensor(DType::boolean, {2}, {0, 1});
  const Tensor B = tensor(DType::boolean, {}, {1});
  for (const int opset : {7, 11, 13, 19}) {
    CHECK(show(OneNode("Equal", opset).run({A, B})) == "bool[2] false true");
  }
  CHECK(show(OneNode("Equal", 19).run({texts({2, 1}, {"a", ""}), texts({2}, {"a", "A"})})) ==
        "bool[2, 2] true false false false");
  CHECK(OneNode("Equal", 13)
            .error({texts({1}, {"a"}), texts({1}, {"a"})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::equal_test
