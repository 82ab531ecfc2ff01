#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_softmax_test {

TEST_CASE("QLinearSoftmax goes by its attribute `opset` not the model's") {
  const Tensor X = u8({2, 2}, {5, 5, 9, 9}), one = f32({}, {1});
  const Values inputs = {X, f32({}, {100}), none, f32({}, {0.0078125}), u8({}, {0})};
  OneNode softmax("QLinearSoftmax", 1, "com.microsoft");
  softmax.set("axis", 0);
  CHECK(show(softmax.set("opset", 11).run(inputs)) == "uint8[2, 2] 0 0 64 64");
  CHECK(show(softmax.set("opset", 13).run(inputs)) == "uint8[2, 2] 0 0 128 128");
}

TEST_CASE("QLinearSoftmax refuses an axis that X does not have") {
  const Values inputs = {u8({2}, {5, 5}), f32({}, {1}), none, f32({}, {1}), u8({}, {0})};
  OneNode softmax("QLinearSoftmax", 1, "com.microsoft");
  CHECK(softmax.set("axis", 1).set("opset", 13).error(inputs) ==
        "InvalidInput: com.microsoft.QLinearSoftmax-1 (output 'y0'): axis 1 is outside [-1, 0]");
}

}  // namespace etalon::test::microsoft_qlinear_softmax_test
