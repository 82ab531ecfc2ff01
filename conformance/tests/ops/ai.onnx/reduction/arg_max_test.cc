#include "conformance/tests/ops/one_node.h"

namespace etalon::test::arg_max_test {

TEST_CASE("ArgMax gives the first of equal elements along the axis; 0 by default") {
  const Tensor x = f32({3, 2}, {1, 5, 4, 5, 4, 0});
  for (const int64_t opset : {1, 11, 12, 13}) {
    CHECK(show(OneNode("ArgMax", opset).run({x})) == "int64[1, 2] 1 0");
  }
}

TEST_CASE("ArgMax refuses an empty axis; version 11 any empty tensor") {
  CHECK(OneNode("ArgMax", 13).error({f32({0, 2}, {})}).ends_with("data of shape [0, 2] is empty"));
  CHECK(OneNode("ArgMax", 11).error({f32({2, 0}, {})}).ends_with("data of shape [2, 0] is empty"));
  CHECK(OneNode("ArgMax", 13).error({f32({}, {1})}).ends_with("axis 0 is outside [0, -1]"));
}

}  // namespace etalon::test::arg_max_test
