#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sum_test {

TEST_CASE("Sum before 8 requires equal shapes") {
  const Tensor a = f32({2}, {1, 5});
  CHECK(OneNode("Sum", 6).error({a, f32({1}, {3})}) ==
        "InvalidInput: Sum-6 (output 'y0'): the shapes [2] and [1] differ");
}

TEST_CASE("Sum of zeros and infinities and NaN") {
  const Tensor negative_zero = f32({1}, {-0.0});
  CHECK(show(OneNode("Sum", 13).run({negative_zero})) == "float[1] -0");
  CHECK(show(OneNode("Sum", 13).run({negative_zero, negative_zero})) == "float[1] -0");
}

}  // namespace etalon::test::sum_test
