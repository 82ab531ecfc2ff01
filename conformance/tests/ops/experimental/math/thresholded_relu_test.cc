#include "conformance/tests/ops/one_node.h"

namespace etalon::test::thresholded_relu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("ThresholdedRelu-1 holds up to opset 9; ThresholdedRelu-10 from then on") {
  for (const int opset : {1, 6, 9}) {
    const OneNode node("ThresholdedRelu", opset);
    CHECK(show(node.run({edges})) == "float[6] 0 0 3 inf 0 0");
    CHECK(node.error({tensor(DType::int32, {1}, {1})})
              .starts_with("InvalidInput: ThresholdedRelu-1 (output 'y0'): "));
  }
  CHECK(OneNode("ThresholdedRelu", 10)
            .error({tensor(DType::int32, {1}, {1})})
            .starts_with("InvalidInput: ThresholdedRelu-10 (output 'y0'): "));
  CHECK(show(OneNode("ThresholdedRelu", 5).set("alpha", -2.0).run({edges})) ==
        "float[6] 0 -0 3 inf 0 0");
}

}  // namespace etalon::test::thresholded_relu_test
