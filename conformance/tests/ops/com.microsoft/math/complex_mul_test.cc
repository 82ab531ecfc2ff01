#include "conformance/tests/ops/one_node.h"

namespace etalon::test::complex_mul_test {

TEST_CASE("ComplexMul broadcasts and wants pairs") {
  OneNode mul("ComplexMul", 1, "com.microsoft");
  CHECK(show(mul.run({f32({2}, {0, 1}), f32({1, 2, 2}, {1, 2, 3, 4})})) ==
        "float[1, 2, 2] -2 1 -4 3");
  CHECK(mul.error({f32({}, {1}), f32({2}, {1, 2})}) ==
        "InvalidInput: com.microsoft.ComplexMul-1 (output 'y0'): A has the shape []; the last "
        "dimension must be 2 for pairs");
}

}  // namespace etalon::test::complex_mul_test
