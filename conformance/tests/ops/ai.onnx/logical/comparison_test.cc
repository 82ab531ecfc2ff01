#include "conformance/tests/ops/one_node.h"

namespace etalon::test::comparison_test {

TEST_CASE("Greater-1, Less-1 and Equal-1 align B with A from `axis`") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {2, 3});
  const auto from = [&](const char* op, int axis) {
    return show(OneNode(op, 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from("Greater", 0) == "bool[2, 2] false false false true");
  CHECK(from("Greater", 1) == "bool[2, 2] false false true true");
  CHECK(from("Less", 0) == "bool[2, 2] true false false false");
  CHECK(show(OneNode("Equal", 1)
                 .set("broadcast", 1)
                 .set("axis", 0)
                 .run({i64({2, 2}, {1, 2, 3, 4}), i64({2}, {2, 3})})) ==
        "bool[2, 2] false true true false");
  CHECK(OneNode("Less", 1).error({A, B}) ==
        "InvalidInput: Less-1 (output 'y0'): the shapes [2, 2] and [2] differ and broadcast is 0");
}

TEST_CASE("Comparisons broadcast both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {9, 13}) {
    CHECK(show(OneNode("Greater", opset).run({A, B})) == "bool[2, 2] false false true false");
    CHECK(show(OneNode("Less", opset).run({A, B})) == "bool[2, 2] false true false false");
  }
  for (const int opset : {12, 16}) {
    CHECK(show(OneNode("GreaterOrEqual", opset).run({A, B})) == "bool[2, 2] true false true true");
    CHECK(show(OneNode("LessOrEqual", opset).run({A, B})) == "bool[2, 2] true true false true");
  }
  for (const int opset : {7, 11, 13, 19}) {
    CHECK(show(OneNode("Equal", opset).run({A, B})) == "bool[2, 2] true false false true");
  }
  CHECK(show(OneNode("Greater", 7).run({f32({2, 1}, {1, 2}), f32({}, {1})})) ==
        "bool[2, 1] false true");
  CHECK(show(OneNode("Less", 7).run({f32({0}, {}), f32({1}, {1})})) == "bool[0]");
  CHECK(OneNode("LessOrEqual", 16).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: LessOrEqual-16 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Comparisons with NaN are false; the two zeros are equal") {
  const Values inputs = {f32({5}, {NAN, 1, NAN, -0.0, INFINITY}),
                         f32({5}, {1, NAN, NAN, 0, INFINITY})};
  CHECK(show(OneNode("Greater", 13).run(inputs)) == "bool[5] false false false false false");
  CHECK(show(OneNode("Less", 13).run(inputs)) == "bool[5] false false false false false");
  CHECK(show(OneNode("GreaterOrEqual", 16).run(inputs)) == "bool[5] false false false true true");
  CHECK(show(OneNode("LessOrEqual", 16).run(inputs)) == "bool[5] false false false true true");
  CHECK(show(OneNode("Equal", 19).run(inputs)) == "bool[5] false false false true true");
}

TEST_CASE("Comparisons of 64-bit integers are exact") {
  const Values inputs = {i64({2}, {INT64_MAX, INT64_MIN}), i64({2}, {INT64_MAX - 1, 0})};
  CHECK(show(OneNode("Greater", 9).run(inputs)) == "bool[2] true false");
  CHECK(show(OneNode("LessOrEqual", 12).run(inputs)) == "bool[2] false true");
  CHECK(show(OneNode("Equal", 7).run(inputs)) == "bool[2] false false");
  const Values unsigned_ones = {integers(DType::uint64, {1}, {-1}),
                                integers(DType::uint64, {1}, {1})};
  CHECK(show(OneNode("Greater", 13).run(unsigned_ones)) == "bool[1] true");
  CHECK(show(OneNode("Less", 13).run(unsigned_ones)) == "bool[1] false");
  CHECK(show(OneNode("GreaterOrEqual", 16).run(unsigned_ones)) == "bool[1] true");
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

}  // namespace etalon::test::comparison_test
