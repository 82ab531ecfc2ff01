// Expectations by hand: sums of products, scaled, ⌊v + ½⌋, saturated.
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::thinker_q_linear_mat_mul_test {

TEST_CASE("thinker's QLinearMatMul ignores zero points") {
  const Tensor zero = i8({}, {3});
  CHECK(show(OneNode("QLinearMatMul", 1, "thinker")
                 .run({i8({1, 2}, {1, 2}), f32({}, {2}), zero, i8({2, 1}, {1, 2}), f32({}, {1}),
                       zero, f32({}, {1}), zero})) == "int8[1, 1] 3");
}

}  // namespace etalon::test::thinker_q_linear_mat_mul_test
