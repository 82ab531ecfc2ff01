#include "conformance/tests/ops/one_node.h"

namespace etalon::test::shape_test {

TEST_CASE("Shape gives the dimensions") {
  CHECK(show(OneNode("Shape", 1).run({counted({2, 3})})) == "int64[2] 2 3");
  CHECK(show(OneNode("Shape", 13).run({counted({})})) == "int64[0]");
  CHECK(show(OneNode("Shape", 1).run({texts({0, 4}, {})})) == "int64[2] 0 4");
}

TEST_CASE("Shape-15 gives those between start and end; clamped") {
  const auto part = [](int64_t start, int64_t end) {
    return show(OneNode("Shape", 15).set("start", start).set("end", end).run({counted({2, 3, 4})}));
  };
  CHECK(part(0, 3) == "int64[3] 2 3 4");
  CHECK(part(1, 2) == "int64[1] 3");
  CHECK(part(-1, 3) == "int64[1] 4");
  CHECK(part(0, -1) == "int64[2] 2 3");
  CHECK(part(-10, 10) == "int64[3] 2 3 4");
  CHECK(part(2, 1) == "int64[0]");
  CHECK(part(5, 9) == "int64[0]");
  CHECK(part(INT64_MIN, INT64_MAX) == "int64[3] 2 3 4");
  CHECK(show(OneNode("Shape", 15).set("start", 1).run({counted({2, 3, 4})})) == "int64[2] 3 4");
  CHECK(show(OneNode("Shape", 25).run({tensor(DType::uint2, {1}, {3})})) == "int64[1] 1");
}

}  // namespace etalon::test::shape_test
