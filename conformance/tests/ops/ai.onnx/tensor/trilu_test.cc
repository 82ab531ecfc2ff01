#include "conformance/tests/ops/one_node.h"

namespace etalon::test::trilu_test {

TEST_CASE("Trilu keeps one side of a diagonal") {
  const Tensor input = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto side = [&](int upper, int64_t k) {
    return show(OneNode("Trilu", 14).set("upper", upper).run({input, i64({}, {k})}));
  };
  CHECK(show(OneNode("Trilu", 14).run({input})) == "int64[2, 3] 1 2 3 0 5 6");
  CHECK(side(1, 1) == "int64[2, 3] 0 2 3 0 0 6");
  CHECK(side(1, -1) == "int64[2, 3] 1 2 3 4 5 6");
  CHECK(side(0, 0) == "int64[2, 3] 1 0 0 4 5 0");
  CHECK(side(0, -1) == "int64[2, 3] 0 0 0 4 0 0");
  CHECK(side(1, INT64_MAX) == "int64[2, 3] 0 0 0 0 0 0");
  CHECK(side(0, INT64_MIN) == "int64[2, 3] 0 0 0 0 0 0");
}

TEST_CASE("Trilu works on batches and on no elements") {
  CHECK(show(OneNode("Trilu", 14).run({f32({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})})) ==
        "float[2, 2, 2] 1 2 0 4 5 6 0 8");
  CHECK(show(OneNode("Trilu", 14).run({f32({3, 0}, {})})) == "float[3, 0]");
  CHECK(show(OneNode("Trilu", 14).run({texts({1, 1}, {"a"}), i64({}, {1})})) == "string[1, 1] ''");
  CHECK(OneNode("Trilu", 14).error({f32({2}, {1, 2})}) ==
        "InvalidInput: Trilu-14 (output 'y0'): input has rank 1, less than 2");
}

}  // namespace etalon::test::trilu_test
