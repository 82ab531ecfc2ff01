#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qlinear_add_test {
namespace {

OneNode add() { return OneNode("QLinearAdd", 1, "com.microsoft"); }

// A in steps of A_scale, and 0.
Values operands(double A_scale, double C_scale) {
  return {i8({3}, {1, 3, -7}), f32({}, {A_scale}), i8({}, {0}),        i8({1}, {0}),
          f32({}, {1}),        i8({}, {0}),        f32({}, {C_scale}), i8({}, {0})};
}

}  // namespace

TEST_CASE("QLinearAdd rounds ties to even and saturates") {
  CHECK(show(add().run(operands(0.5, 1))) == "int8[3] 0 2 -4");
  CHECK(show(add().run(operands(100, 1))) == "int8[3] 100 127 -128");
}

TEST_CASE("QLinearAdd works on rank 0 and on no elements") {
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  CHECK(show(add().run({u8({}, {1}), one, zero, u8({}, {2}), one, zero, one, zero})) ==
        "uint8[] 3");
  CHECK(show(add().run({u8({0}, {}), one, zero, u8({1}, {2}), one, zero, one, zero})) ==
        "uint8[0]");
}

TEST_CASE("QLinearAdd has no result for a scale that is no number and saturates infinity") {
  CHECK(add().error(operands(NAN, 1)) ==
        "Unspecified: com.microsoft.QLinearAdd-1 (output 'y0'): NaN has no quantized value in "
        "tensor(int8)");
  CHECK(show(add().run(operands(1, 0))) == "int8[3] 127 127 -128");
}

}  // namespace etalon::test::qlinear_add_test
