#include "conformance/tests/ops/one_node.h"

namespace etalon::test::arg_min_test {

TEST_CASE("ArgMin gives the first of equal elements along the axis; 0 by default") {
  const Tensor x = f32({3, 2}, {1, 5, 4, 5, 4, 0});
  for (const int64_t opset : {1, 11, 12, 13}) {
    CHECK(show(OneNode("ArgMin", opset).run({x})) == "int64[1, 2] 0 2");
  }
}

TEST_CASE("ArgMin-11 counts negative axes from the end") {
  const Tensor x = f32({2, 2}, {1, 2, 4, 3});
  CHECK(OneNode("ArgMin", 11).set("axis", 2).error({x}) ==
        "InvalidInput: ArgMin-11 (output 'y0'): axis 2 is outside [-2, 1]");
}

TEST_CASE("ArgMin refuses an empty axis; version 11 any empty tensor") {
  CHECK(OneNode("ArgMin", 13).error({f32({0, 2}, {})}).ends_with("data of shape [0, 2] is empty"));
  CHECK(OneNode("ArgMin", 11).error({f32({2, 0}, {})}).ends_with("data of shape [2, 0] is empty"));
  CHECK(OneNode("ArgMin", 13).error({f32({}, {1})}).ends_with("axis 0 is outside [0, -1]"));
}

}  // namespace etalon::test::arg_min_test
