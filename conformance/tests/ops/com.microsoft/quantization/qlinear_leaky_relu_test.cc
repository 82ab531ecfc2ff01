#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_leaky_relu_test {

TEST_CASE("QLinearLeakyRelu decides by X what is below 0 whatever the scale") {
  OneNode leaky("QLinearLeakyRelu", 1, "com.microsoft");
  leaky.set("alpha", 0.5);
  const Tensor one = f32({}, {1}), zero = i8({}, {0});
  CHECK(show(leaky.run({i8({3}, {-4, 0, 4}), one, zero, one, zero})) == "int8[3] -2 0 4");
  CHECK(show(leaky.run({i8({3}, {-4, 0, 4}), f32({}, {-1}), zero, one, zero})) == "int8[3] 4 0 -2");
  CHECK(show(leaky.run({i8({}, {-4}), one, none, one})) == "int8[] -2");
}

}  // namespace etalon::test::microsoft_qlinear_leaky_relu_test
