#include "conformance/tests/ops/one_node.h"

namespace etalon::test::eye_like_test {

TEST_CASE("EyeLike puts ones on diagonal k") {
  const Tensor x = i64({2, 3}, {9, 9, 9, 9, 9, 9});
  CHECK(show(OneNode("EyeLike", 9).run({x})) == "int64[2, 3] 1 0 0 0 1 0");
  CHECK(show(OneNode("EyeLike", 9).set("k", 1).run({x})) == "int64[2, 3] 0 1 0 0 0 1");
  CHECK(show(OneNode("EyeLike", 22).set("k", -1).run({x})) == "int64[2, 3] 0 0 0 1 0 0");
  CHECK(show(OneNode("EyeLike", 22).set("k", 3).run({x})) == "int64[2, 3] 0 0 0 0 0 0");
  CHECK(show(OneNode("EyeLike", 22).set("k", INT64_MIN).run({x})) == "int64[2, 3] 0 0 0 0 0 0");
  CHECK(show(OneNode("EyeLike", 22).set("k", INT64_MAX).run({x})) == "int64[2, 3] 0 0 0 0 0 0");
}

TEST_CASE("EyeLike takes its type from dtype; else from its input") {
  const Tensor x = f32({1, 2}, {5, 6});
  CHECK(show(OneNode("EyeLike", 9).run({x})) == "float[1, 2] 1 0");
  CHECK(show(OneNode("EyeLike", 9).set("dtype", 11).run({x})) == "double[1, 2] 1 0");
  CHECK(show(OneNode("EyeLike", 9).set("dtype", 9).run({x})) == "bool[1, 2] true false");
  CHECK(show(OneNode("EyeLike", 22).set("dtype", 16).run({f32({0, 3}, {})})) == "bfloat16[0, 3]");
}

TEST_CASE("EyeLike refuses other ranks than 2 and types that it cannot return") {
  CHECK(OneNode("EyeLike", 9).error({f32({2}, {1, 2})}) ==
        "InvalidInput: EyeLike-9 (output 'y0'): input has rank 1, not 2");
  CHECK(OneNode("EyeLike", 9).set("dtype", 8).error({f32({1, 1}, {1})}) ==
        "InvalidInput: EyeLike-9 (output 'y0'): the output cannot have the element type string");
  CHECK(OneNode("EyeLike", 9).set("dtype", 99).error({f32({1, 1}, {1})}) ==
        "InvalidInput: EyeLike-9 (output 'y0'): dtype is 99, which is not an element type");
}

}  // namespace etalon::test::eye_like_test
