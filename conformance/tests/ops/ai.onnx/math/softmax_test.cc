#include "conformance/tests/ops/one_node.h"

namespace etalon::test::softmax_test {

TEST_CASE("Softmax of what is far below the greatest element is subnormal or 0") {
  // Python's decimal, 60 digits: 26.547, 1.3217 and 0.486 of the least float, 2^-149.
  const Tensor x = f32({6}, {0, -100, -103, -104, -121, -3.4e38});
  CHECK(show(OneNode("Softmax", 13).run({x})) == show(f32({6}, {1, 0x1bp-149, 0x1p-149, 0, 0, 0})));
}

TEST_CASE("Softmax refuses an axis beyond the rank") {
  CHECK(OneNode("Softmax", 13).set("axis", 2).error({f32({1}, {1})}) ==
        "InvalidInput: Softmax-13 (output 'y0'): axis 2 is outside [-1, 0]");
  CHECK(OneNode("Softmax", 13).error({f32({}, {1})}) ==
        "InvalidInput: Softmax-13 (output 'y0'): axis -1 is outside [0, -1]");
}

}  // namespace etalon::test::softmax_test
