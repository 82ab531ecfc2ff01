#include "conformance/tests/ops/one_node.h"

namespace etalon::test::expand_test {

TEST_CASE("Expand broadcasts both ways") {
  const Tensor input = f32({2, 1}, {1, 2});
  const auto expanded = [&](const Integers& shape) {
    return show(OneNode("Expand", 13).run({input, i64({shape.size()}, shape)}));
  };
  CHECK(expanded({2, 2}) == "float[2, 2] 1 1 2 2");
  CHECK(expanded({2, 1, 2}) == "float[2, 2, 2] 1 1 2 2 1 1 2 2");
  CHECK(expanded({3}) == "float[2, 3] 1 1 1 2 2 2");
  CHECK(expanded({1, 1}) == "float[2, 1] 1 2");
  CHECK(expanded({}) == "float[2, 1] 1 2");
  CHECK(expanded({2, 0}) == "float[2, 0]");
  CHECK(show(OneNode("Expand", 8).run({f32({}, {-0.0}), i64({1}, {2})})) == "float[2] -0 -0");
  CHECK(OneNode("Expand", 13).error({input, i64({2}, {3, 1})}) ==
        "InvalidInput: Expand-13 (output 'y0'): the shapes [2, 1] and [3, 1] do not broadcast");
  CHECK(OneNode("Expand", 13)
            .error({input, i64({2}, {2, int64_t{1} << 60})})
            .starts_with("LimitExceeded"));
}

}  // namespace etalon::test::expand_test
