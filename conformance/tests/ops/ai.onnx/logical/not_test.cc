#include "conformance/tests/ops/one_node.h"

namespace etalon::test::not_test {

TEST_CASE("Not follows its truth table") {
  CHECK(show(OneNode("Not", 1).run({bools({2}, {0, 1})})) == "bool[2] true false");
}

TEST_CASE("Not keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Not", 1).run({bools({}, {1})})) == "bool[] false");
  CHECK(show(OneNode("Not", 1).run({bools({2, 0}, {})})) == "bool[2, 0]");
  CHECK(OneNode("Not", 1).error({f32({1}, {1})}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::not_test
