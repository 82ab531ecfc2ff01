#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::thresholded_relu_test {

TEST_CASE("ThresholdedRelu is X strictly above alpha and 0 otherwise; NaN included") {
  const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});
  for (const int opset : {10, 22}) {
    CHECK(show(OneNode("ThresholdedRelu", opset).run({f32({4}, {1, 1.5, -3, NAN})})) ==
          "float[4] 0 1.5 0 0");
    CHECK(show(OneNode("ThresholdedRelu", opset).set("alpha", -2.0).run({edges})) ==
          "float[6] 0 -0 3 inf 0 0");
  }
}

TEST_CASE("ThresholdedRelu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("ThresholdedRelu", 22).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("ThresholdedRelu", 22).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::thresholded_relu_test
