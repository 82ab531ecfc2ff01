#include "conformance/tests/ops/one_node.h"

namespace etalon::test::arg_min_test {

TEST_CASE("ArgMin gives the first of equal elements along the axis, 0 by default") {
  const Tensor x = f32({3, 2}, {1, 5, 4, 5, 4, 0});
  for (const int64_t opset : {1, 11, 12, 13}) {
    CHECK(show(OneNode("ArgMin", opset).run({x})) == "int64[1, 2] 0 2");
  }
}

TEST_CASE("ArgMin-11 counts negative axes from the end") {
  const Tensor x = f32({2, 2}, {1, 2, 4, 3});
  CHECK(show(OneNode("ArgMin", 11).set("axis", -1).run({x})) == "int64[2, 1] 0 1");
  CHECK(OneNode("ArgMin", 11).set("axis", 2).error({x}) ==
        "InvalidInput: ArgMin-11 (output 'y0'): axis 2 is outside [-2, 1]");
}

TEST_CASE("ArgMin-12 can give the last of equal elements") {
  const Tensor x = f32({1, 4}, {2, 2, 1, 1});
  CHECK(show(OneNode("ArgMin", 12).set("axis", 1).set("select_last_index", 1).run({x})) ==
        "int64[1, 1] 3");
}

TEST_CASE("ArgMin takes NaN for the element sought") {
  const Tensor x = f32({4}, {1, NAN, INFINITY, NAN});
  CHECK(show(OneNode("ArgMin", 13).run({x})) == "int64[1] 1");
  CHECK(show(OneNode("ArgMin", 13).set("select_last_index", 1).run({x})) == "int64[1] 3");
}

TEST_CASE("ArgMin takes -0 and 0 for equal") {
  const Tensor x = f32({2}, {-0.0, 0.0});
  CHECK(show(OneNode("ArgMin", 13).set("select_last_index", 1).run({x})) == "int64[1] 1");
}

TEST_CASE("ArgMin compares 64-bit integers exactly") {
  CHECK(show(OneNode("ArgMin", 13).run({i64({2}, {INT64_MAX, INT64_MAX - 1})})) == "int64[1] 1");
  CHECK(show(OneNode("ArgMin", 13).run({tensor(DType::bfloat16, {2}, {2, 1})})) == "int64[1] 1");
}

TEST_CASE("ArgMin refuses an empty axis; version 11 any empty tensor") {
  CHECK(OneNode("ArgMin", 13).error({f32({0, 2}, {})}).ends_with("data of shape [0, 2] is empty"));
  CHECK(show(OneNode("ArgMin", 13).run({f32({2, 0}, {})})) == "int64[1, 0]");
  CHECK(OneNode("ArgMin", 11).error({f32({2, 0}, {})}).ends_with("data of shape [2, 0] is empty"));
  CHECK(OneNode("ArgMin", 13).error({f32({}, {1})}).ends_with("axis 0 is outside [0, -1]"));
}

}  // namespace etalon::test::arg_min_test
