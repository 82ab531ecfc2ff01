#include "conformance/tests/ops/one_node.h"

namespace etalon::test::global_max_pool_test {

TEST_CASE("GlobalMaxPool is the maximum of each channel; NaN if any is") {
  const Tensor X = f32({1, 2, 1, 2}, {3, -4, 1, 1});
  CHECK(show(OneNode("GlobalMaxPool", 1).run({X})) == "float[1, 2, 1, 1] 3 1");
  CHECK(show(OneNode("GlobalMaxPool", 22).run({f32({1, 1, 2}, {NAN, 1})})) == "float[1, 1, 1] nan");
}

TEST_CASE("GlobalMaxPool of a matrix is the matrix and of no channels none") {
  CHECK(show(OneNode("GlobalMaxPool", 1).run({f32({1, 2}, {3, -4})})) == "float[1, 2] 3 -4");
  CHECK(show(OneNode("GlobalMaxPool", 1).run({f32({0, 1, 2}, {})})) == "float[0, 1, 1]");
  CHECK(OneNode("GlobalMaxPool", 1).error({f32({2}, {1, 2})}) ==
        "InvalidInput: GlobalMaxPool-1 (output 'y0'): X has the shape [2]; a batch and a channel "
        "axis are needed");
}

}  // namespace etalon::test::global_max_pool_test
