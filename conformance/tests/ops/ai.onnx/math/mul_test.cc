#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mul_test {

TEST_CASE("Mul before 7 aligns B with A's last axes by default") {
  const Tensor A = f32({2, 2}, {1, 2, 3, 4});
  const Tensor B = f32({2}, {10, 20});
  CHECK(OneNode("Mul", 6).error({A, B}) ==
        "InvalidInput: Mul-6 (output 'y0'): the shapes [2, 2] and [2] differ and broadcast is 0");
}

TEST_CASE("Mul follows IEEE 754 and rounds once") {
  CHECK(show(OneNode("Mul", 14).run(
            {f32({3}, {INFINITY, -0.0, 1e-30}), f32({3}, {0, 5, 1e-30})})) == "float[3] nan -0 0");
}

}  // namespace etalon::test::mul_test
