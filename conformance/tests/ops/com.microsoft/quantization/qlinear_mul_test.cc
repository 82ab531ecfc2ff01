#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qlinear_mul_test {
namespace {

OneNode mul() { return OneNode("QLinearMul", 1, "com.microsoft"); }

// A in steps of A_scale, times 1.
Values operands(double A_scale, double C_scale) {
  return {i8({3}, {1, 3, -7}), f32({}, {A_scale}), i8({}, {0}),        i8({1}, {1}),
          f32({}, {1}),        i8({}, {0}),        f32({}, {C_scale}), i8({}, {0})};
}

}  // namespace

TEST_CASE("QLinearMul rounds ties to even and saturates") {
  CHECK(show(mul().run(operands(0.5, 1))) == "int8[3] 0 2 -4");
  CHECK(show(mul().run(operands(100, 1))) == "int8[3] 100 127 -128");
}

TEST_CASE("QLinearMul works on rank 0 and on no elements") {
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  CHECK(show(mul().run({u8({}, {1}), one, zero, u8({}, {2}), one, zero, one, zero})) ==
        "uint8[] 2");
  CHECK(show(mul().run({u8({0}, {}), one, zero, u8({1}, {2}), one, zero, one, zero})) ==
        "uint8[0]");
}

TEST_CASE("QLinearMul has no result for a scale that is no number and saturates infinity") {
  CHECK(mul().error(operands(NAN, 1)) ==
        "Unspecified: com.microsoft.QLinearMul-1 (output 'y0'): NaN has no quantized value in "
        "tensor(int8)");
  CHECK(show(mul().run(operands(1, 0))) == "int8[3] 127 127 -128");
}

}  // namespace etalon::test::qlinear_mul_test
