#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_sigmoid_test {

TEST_CASE("QLinearSigmoid works on rank 0 and on no elements and a scale of 1 element") {
  OneNode sigmoid("QLinearSigmoid", 1, "com.microsoft");
  const Tensor scale = f32({1}, {0.0078125});
  CHECK(show(sigmoid.run({u8({}, {3}), scale, u8({}, {3}), scale})) == "uint8[] 64");
  CHECK(show(sigmoid.run({i8({0}, {}), scale, none, scale})) == "int8[0]");
}

TEST_CASE("QLinearSigmoid has no result for a scale that is no number") {
  OneNode sigmoid("QLinearSigmoid", 1, "com.microsoft");
  CHECK(sigmoid.error({u8({1}, {3}), f32({}, {NAN}), none, f32({}, {1})}) ==
        "Unspecified: com.microsoft.QLinearSigmoid-1 (output 'y0'): NaN has no quantized value in "
        "tensor(uint8)");
  CHECK(show(sigmoid.run({u8({1}, {3}), f32({}, {1}), none, f32({}, {0})})) == "uint8[1] 255");
}

}  // namespace etalon::test::microsoft_qlinear_sigmoid_test
