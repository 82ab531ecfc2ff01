#include "conformance/tests/ops/one_node.h"

namespace etalon::test::normalize_test {

TEST_CASE("Normalize makes rows of length 1 except zero rows") {
  CHECK(show(OneNode("Normalize", 1).run({f32({3, 2}, {-3, 4, 0, -0.0, 0, 7})})) ==
        "float[3, 2] -0.6 0.8 0 -0 0 1");
  CHECK(show(OneNode("Normalize", 1).run({f32({2}, {8, 6})})) == "float[2] 0.8 0.6");
  CHECK(show(OneNode("Normalize", 1).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(show(OneNode("Normalize", 1).run({f32({0, 2}, {})})) == "float[0, 2]");
}

TEST_CASE("Normalize keeps squares in range and NaN in its row") {
  CHECK(near(OneNode("Normalize", 1).run({f64({3, 2}, {3e300, 4e300, 3e-310, 4e-310, 5, 12})}),
             f64({3, 2}, {0.6, 0.8, 0.6, 0.8, 5.0 / 13, 12.0 / 13})));
  CHECK(show(OneNode("Normalize", 1).run({f32({3, 2}, {NAN, 1, INFINITY, 1, 3, 4})})) ==
        "float[3, 2] nan nan nan 0 0.6 0.8");
  CHECK(OneNode("Normalize", 1).error({f32({}, {1})}).starts_with("InvalidInput: Normalize-1 "));
}

}  // namespace etalon::test::normalize_test
