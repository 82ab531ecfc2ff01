#include "conformance/tests/ops/one_node.h"

namespace etalon::test::and_test {

TEST_CASE("And follows its truth table") {
  const Values inputs = {bools({4}, {0, 0, 1, 1}), bools({4}, {0, 1, 0, 1})};
  for (const int opset : {1, 7}) {
    CHECK(show(OneNode("And", opset).run(inputs)) == "bool[4] false false false true");
  }
}

TEST_CASE("And-1 aligns B with A from `axis`") {
  const Tensor A = bools({2, 2}, {0, 0, 1, 1});
  const Tensor B = bools({2}, {0, 1});
  const auto from = [&](int axis) {
    return show(OneNode("And", 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from(0) == "bool[2, 2] false false true true");
  CHECK(from(1) == "bool[2, 2] false false false true");
}

TEST_CASE("And-7 broadcasts both ways") {
  const Values inputs = {bools({2, 1}, {0, 1}), bools({2}, {0, 1})};
  CHECK(show(OneNode("And", 7).run(inputs)) == "bool[2, 2] false false false true");
  CHECK(show(OneNode("And", 7).run({bools({}, {1}), bools({}, {1})})) == "bool[] true");
  CHECK(OneNode("And", 7).error({bools({2}, {0, 1}), bools({3}, {0, 1, 1})}) ==
        "InvalidInput: And-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

}  // namespace etalon::test::and_test
