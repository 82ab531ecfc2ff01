#include "conformance/tests/ops/one_node.h"

namespace etalon::test::fast_gelu_test {

// Expected values: x / (1 + exp(-2z)) with z = 0.797885 x + 0.035677 x³, by Python in float64.
TEST_CASE("FastGelu has the six digits of its text") {
  OneNode gelu("FastGelu", 1, "com.microsoft");
  CHECK(near(gelu.run({f64({1}, {1})}), f64({1}, {0.8411919989069876}), 2));
  CHECK(show(gelu.run({f32({2}, {INFINITY, 50})})) == "float[2] inf 50");
}

TEST_CASE("FastGelu adds a bias along the last axis") {
  OneNode gelu("FastGelu", 1, "com.microsoft");
  CHECK(show(gelu.run({f32({2, 1}, {1, 2}), f32({1}, {-1})})) ==
        show(gelu.run({f32({2, 1}, {0, 1})})));
  CHECK(gelu.error({f32({2, 1}, {1, 2}), f32({2}, {1, 2})}) ==
        "InvalidInput: com.microsoft.FastGelu-1 (output 'y0'): bias has the shape [2], not [1]");
}

}  // namespace etalon::test::fast_gelu_test
