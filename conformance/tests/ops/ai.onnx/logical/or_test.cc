#include "conformance/tests/ops/one_node.h"

namespace etalon::test::or_test {

TEST_CASE("Or follows its truth table") {
  const Values inputs = {bools({4}, {0, 0, 1, 1}), bools({4}, {0, 1, 0, 1})};
  for (const int opset : {1, 7}) {
    CHECK(show(OneNode("Or", opset).run(inputs)) == "bool[4] false true true true");
  }
}

TEST_CASE("Or-1 aligns B with A from `axis`") {
  const Tensor A = bools({2, 2}, {0, 0, 1, 1});
  const Tensor B = bools({2}, {0, 1});
  const auto from = [&](int axis) {
    return show(OneNode("Or", 1).set("broadcast", 1).set("axis", axis).run({A, B}));
  };
  CHECK(from(1) == "bool[2, 2] false true true true");
}

TEST_CASE("Or-7 broadcasts both ways") {
  const Values inputs = {bools({2, 1}, {0, 1}), bools({2}, {0, 1})};
  CHECK(show(OneNode("Or", 7).run(inputs)) == "bool[2, 2] false true true true");
  CHECK(show(OneNode("Or", 7).run({bools({0}, {}), bools({1}, {1})})) == "bool[0]");
}

}  // namespace etalon::test::or_test
