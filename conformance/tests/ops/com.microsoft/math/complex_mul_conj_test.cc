#include "conformance/tests/ops/one_node.h"

namespace etalon::test::complex_mul_conj_test {

TEST_CASE("ComplexMulConj of a number with itself is its square") {
  OneNode mul("ComplexMulConj", 1, "com.microsoft");
  const Tensor z = f32({1, 2}, {3, -4});
  CHECK(show(mul.run({z, z})) == "float[1, 2] 25 0");
  CHECK(mul.error({z, f32({1}, {1})}) ==
        "InvalidInput: com.microsoft.ComplexMulConj-1 (output 'y0'): B has the shape [1]; the last "
        "dimension must be 2 for pairs");
}

}  // namespace etalon::test::complex_mul_conj_test
