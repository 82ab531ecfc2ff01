#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_concat_test {

TEST_CASE("QLinearConcat works on tensors without elements and of one number each") {
  OneNode join("QLinearConcat", 1, "com.microsoft");
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  join.set("axis", 0);
  CHECK(show(join.run({one, zero, u8({0, 2}, {}), one, zero, u8({1, 2}, {3, 4}), one, zero})) ==
        "uint8[1, 2] 3 4");
  CHECK(show(join.run({one, u8({1}, {1}), u8({1}, {3}), f32({1}, {2}), u8({1}, {1})})) ==
        "uint8[1] 5");
}

TEST_CASE("QLinearConcat refuses inputs that are not three for each tensor") {
  OneNode join("QLinearConcat", 1, "com.microsoft");
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  CHECK(join.set("axis", 0).error({one, zero, u8({1}, {3}), one}) ==
        "InvalidInput: com.microsoft.QLinearConcat-1 (output 'y0'): inputs are 2, not three for "
        "each tensor");
}

}  // namespace etalon::test::microsoft_qlinear_concat_test
