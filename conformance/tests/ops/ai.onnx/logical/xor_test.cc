#include "conformance/tests/ops/one_node.h"

namespace etalon::test::xor_test {

TEST_CASE("Xor follows its truth table") {
  const Values inputs = {bools({4}, {0, 0, 1, 1}), bools({4}, {0, 1, 0, 1})};
  for (const int opset : {1, 7}) {
    CHECK(show(OneNode("Xor", opset).run(inputs)) == "bool[4] false true true false");
  }
}

TEST_CASE("Xor-1 aligns B with A from `axis`") {
  const Tensor A = bools({2, 2}, {0, 0, 1, 1});
  const Tensor B = bools({2}, {0, 1});
  const auto from = [&](int axis) {
    return show(OneNode("Xor", 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from(0) == "bool[2, 2] false false false false");
  CHECK(OneNode("Xor", 1).error({A, B}) ==
        "InvalidInput: Xor-1 (output 'y0'): the shapes [2, 2] and [2] differ and broadcast is 0");
}

TEST_CASE("Xor-7 broadcasts both ways") {
  const Values inputs = {bools({2, 1}, {0, 1}), bools({2}, {0, 1})};
  CHECK(show(OneNode("Xor", 7).run(inputs)) == "bool[2, 2] false true true false");
}

}  // namespace etalon::test::xor_test
