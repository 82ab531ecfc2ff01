#include "conformance/tests/ops/one_node.h"

namespace etalon::test::size_test {

TEST_CASE("Size counts the elements") {
  CHECK(show(OneNode("Size", 1).run({counted({2, 3})})) == "int64[] 6");
  CHECK(show(OneNode("Size", 13).run({counted({})})) == "int64[] 1");
  CHECK(show(OneNode("Size", 25).run({counted({5, 0})})) == "int64[] 0");
}

}  // namespace etalon::test::size_test
