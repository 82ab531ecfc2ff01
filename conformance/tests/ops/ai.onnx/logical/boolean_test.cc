#include "conformance/tests/ops/one_node.h"

namespace etalon::test::boolean_test {
namespace {}  // namespace

TEST_CASE("And, Or, Xor and Not follow their truth tables") {
  const Values inputs = {bools({4}, {0, 0, 1, 1}), bools({4}, {0, 1, 0, 1})};
  for (const int opset : {1, 7}) {
    CHECK(show(OneNode("And", opset).run(inputs)) == "bool[4] false false false true");
    CHECK(show(OneNode("Or", opset).run(inputs)) == "bool[4] false true true true");
    CHECK(show(OneNode("Xor", opset).run(inputs)) == "bool[4] false true true false");
  }
  CHECK(show(OneNode("Not", 1).run({bools({2}, {0, 1})})) == "bool[2] true false");
}

TEST_CASE("And-1, Or-1 and Xor-1 align B with A from `axis`") {
  const Tensor A = bools({2, 2}, {0, 0, 1, 1});
  const Tensor B = bools({2}, {0, 1});
  const auto from = [&](const char* op, int axis) {
    return show(OneNode(op, 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from("And", 0) == "bool[2, 2] false false true true");
  CHECK(from("And", 1) == "bool[2, 2] false false false true");
  CHECK(from("Or", 1) == "bool[2, 2] false true true true");
  CHECK(from("Xor", 0) == "bool[2, 2] false false false false");
  CHECK(OneNode("Xor", 1).error({A, B}) ==
        "InvalidInput: Xor-1 (output 'y0'): the shapes [2, 2] and [2] differ and broadcast is 0");
}

TEST_CASE("And-7, Or-7 and Xor-7 broadcast both ways") {
  const Values inputs = {bools({2, 1}, {0, 1}), bools({2}, {0, 1})};
  CHECK(show(OneNode("And", 7).run(inputs)) == "bool[2, 2] false false false true");
  CHECK(show(OneNode("Or", 7).run(inputs)) == "bool[2, 2] false true true true");
  CHECK(show(OneNode("Xor", 7).run(inputs)) == "bool[2, 2] false true true false");
  CHECK(show(OneNode("And", 7).run({bools({}, {1}), bools({}, {1})})) == "bool[] true");
  CHECK(show(OneNode("Or", 7).run({bools({0}, {}), bools({1}, {1})})) == "bool[0]");
  CHECK(OneNode("And", 7).error({bools({2}, {0, 1}), bools({3}, {0, 1, 1})}) ==
        "InvalidInput: And-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Not keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Not", 1).run({bools({}, {1})})) == "bool[] false");
  CHECK(show(OneNode("Not", 1).run({bools({2, 0}, {})})) == "bool[2, 0]");
  CHECK(OneNode("Not", 1).error({f32({1}, {1})}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::boolean_test
