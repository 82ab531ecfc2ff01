#include "conformance/tests/ops/one_node.h"

namespace etalon::test::unfold_tensor_test {

TEST_CASE("UnfoldTensor appends the axis of a slice whichever axis is unfolded") {
  OneNode unfold("UnfoldTensor", 1, "com.microsoft");
  unfold.set("size", 2).set("dim", 1);
  CHECK(show(unfold.run({counted({1, 3, 2})})) == "float[1, 2, 2, 2] 0 2 1 3 2 4 3 5");
  CHECK(show(unfold.run({zeros({0, 2})})) == "float[0, 1, 2]");
}

TEST_CASE("UnfoldTensor refuses sizes and steps and axes that do not fit") {
  const std::string place = "InvalidInput: com.microsoft.UnfoldTensor-1 (output 'y0'): ";
  OneNode unfold("UnfoldTensor", 1, "com.microsoft");
  CHECK(unfold.set("size", 0).error({zeros({2})}) == place + "size 0 is outside [1, 2]");
  CHECK(unfold.set("size", 3).error({zeros({2})}) == place + "size 3 is outside [1, 2]");
  CHECK(unfold.set("size", 1).set("step", 0).error({zeros({2})}) == place + "step is 0");
  CHECK(unfold.set("step", 1).set("dim", 1).error({zeros({2})}) ==
        place + "axis 1 is outside [-1, 0]");
}

}  // namespace etalon::test::unfold_tensor_test
