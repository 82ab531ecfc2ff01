#include "conformance/tests/ops/one_node.h"

namespace etalon::test::where_test {

TEST_CASE("Where selects from X and Y; broadcasting all three") {
  const Tensor condition = tensor(DType::boolean, {2, 1}, {1, 0});
  CHECK(show(OneNode("Where", 9).run({condition, f32({2}, {1, 2}), f32({}, {-0.0})})) ==
        "float[2, 2] 1 2 -0 -0");
  CHECK(show(OneNode("Where", 16)
                 .run({tensor(DType::boolean, {}, {0}), texts({1}, {"x"}), texts({1}, {"y"})})) ==
        "string[1] 'y'");
  CHECK(show(OneNode("Where", 16)
                 .run({tensor(DType::boolean, {0}, {}), f32({1}, {1}), f32({}, {2})})) ==
        "float[0]");
  CHECK(OneNode("Where", 16).error({condition, f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: Where-16 (output 'y0'): the shapes [2, 2] and [3] do not broadcast");
}

}  // namespace etalon::test::where_test
