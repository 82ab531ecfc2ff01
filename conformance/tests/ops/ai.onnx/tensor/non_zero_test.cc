#include "conformance/tests/ops/one_node.h"

namespace etalon::test::non_zero_test {

TEST_CASE("NonZero lists indices by axis") {
  CHECK(show(OneNode("NonZero", 9).run({f32({2, 2}, {1, -0.0, NAN, 3})})) ==
        "int64[2, 3] 0 1 1 0 0 1");
  CHECK(show(OneNode("NonZero", 9).run({texts({3}, {"", "a", " "})})) == "int64[1, 2] 1 2");
  CHECK(show(OneNode("NonZero", 13).run({tensor(DType::int8, {2, 0}, {})})) == "int64[2, 0]");
  CHECK(show(OneNode("NonZero", 13).run({tensor(DType::boolean, {3}, {0, 0, 0})})) ==
        "int64[1, 0]");
  CHECK(show(OneNode("NonZero", 13).run({complexes({{0, 0}, {0, 1}})})) == "int64[1, 1] 1");
}

TEST_CASE("NonZero of a scalar has no axes to list") {
  CHECK(show(OneNode("NonZero", 13).run({f32({}, {2})})) == "int64[0, 1]");
  CHECK(show(OneNode("NonZero", 13).run({f32({}, {0})})) == "int64[0, 0]");
}

}  // namespace etalon::test::non_zero_test
