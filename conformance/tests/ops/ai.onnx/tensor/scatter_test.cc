#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scatter_test {

TEST_CASE("Scatter writes updates at indices along an axis") {
  const Tensor data = f32({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0});
  const Tensor indices = i64({2, 3}, {1, 0, 2, 0, 2, 1});
  const Tensor updates = f32({2, 3}, {1, 1.1, 1.2, 2, 2.1, 2.2});
  CHECK(show(OneNode("Scatter", 9).run({data, indices, updates})) ==
        "float[3, 3] 2 1.1 0 1 0 2.2 0 2.1 1.2");
  CHECK(show(OneNode("Scatter", 9)
                 .set("axis", 1)
                 .run({f32({1, 5}, {1, 2, 3, 4, 5}), i64({1, 2}, {1, 3}),
                       f32({1, 2}, {1.1, 2.1})})) == "float[1, 5] 1 1.1 3 2.1 5");
}

TEST_CASE("Scatter-11 counts negative indices from the end; Scatter-9 has none") {
  const Tensor data = f32({3}, {1, 2, 3});
  CHECK(show(OneNode("Scatter", 11).run({data, i64({1}, {-1}), f32({1}, {9})})) ==
        "float[3] 1 2 9");
  CHECK(OneNode("Scatter", 9).error({data, i64({1}, {-1}), f32({1}, {9})}) ==
        "InvalidInput: Scatter-9 (output 'y0'): index -1 is negative");
}

}  // namespace etalon::test::scatter_test
