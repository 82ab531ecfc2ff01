#include "conformance/tests/ops/one_node.h"

namespace etalon::test::concat_test {

TEST_CASE("Concat-1 joins along axis 1 by default") {
  const Tensor a = f32({2, 1}, {1, 2});
  const Tensor b = f32({2, 2}, {3, 4, 5, 6});
  CHECK(show(OneNode("Concat", 1).run({a, b})) == "float[2, 3] 1 3 4 2 5 6");
  CHECK(show(OneNode("Concat", 1).set("axis", 0).run({b, b})) == "float[4, 2] 3 4 5 6 3 4 5 6");
}

TEST_CASE("Concat-4 joins any types along the axis named") {
  CHECK(
      show(OneNode("Concat", 4).set("axis", 0).run({texts({1}, {"a"}), texts({2}, {"b", "c"})})) ==
      "string[3] 'a' 'b' 'c'");
  CHECK(show(OneNode("Concat", 11).set("axis", -1).run({i64({1, 1}, {1}), i64({1, 2}, {2, 3})})) ==
        "int64[1, 3] 1 2 3");
  CHECK(show(OneNode("Concat", 13).set("axis", 0).run({f32({0, 2}, {}), f32({1, 2}, {1, 2})})) ==
        "float[1, 2] 1 2");
  CHECK(show(OneNode("Concat", 13).set("axis", 0).run({f32({1}, {-0.0})})) == "float[1] -0");
}

TEST_CASE("Concat refuses scalars and shapes that do not fit") {
  CHECK(OneNode("Concat", 13).set("axis", 0).error({f32({}, {1}), f32({}, {2})}) ==
        "InvalidInput: Concat-13 (output 'y0'): axis 0 is outside [0, -1]");
  CHECK(OneNode("Concat", 13)
            .set("axis", 0)
            .error({f32({1, 2}, {1, 2}), f32({1, 1}, {1})})
            .starts_with("InvalidInput"));
  CHECK(OneNode("Concat", 13).set("axis", 2).error({f32({1, 1}, {1})}) ==
        "InvalidInput: Concat-13 (output 'y0'): axis 2 is outside [-2, 1]");
}

}  // namespace etalon::test::concat_test
