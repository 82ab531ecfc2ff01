#include "conformance/tests/ops/one_node.h"

namespace etalon::test::add_test {

TEST_CASE("Add-6 without broadcast requires equal shapes") {
  const Tensor A = f32({2}, {1, 2});
  CHECK(OneNode("Add", 6).error({A, f32({1}, {10})}) ==
        "InvalidInput: Add-6 (output 'y0'): the shapes [2] and [1] differ and broadcast is 0");
}

TEST_CASE("Add-7 broadcasts both ways") {
  CHECK(OneNode("Add", 7).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: Add-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Add-14 wraps integers and rounds floats once") {
  CHECK(show(OneNode("Add", 14).run({f32({2}, {16777216, -0.0}), f32({2}, {1, -0.0})})) ==
        "float[2] 16777216 -0");
}

}  // namespace etalon::test::add_test
