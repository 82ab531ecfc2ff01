#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::asinh_test {

TEST_CASE("Asinh neither overflows nor loses small arguments") {
  CHECK(near(OneNode("Asinh", 9).run({f64({3}, {0.5, -1e10, 1e-10})}),
             f64({3}, {0.4812118250596034475, -23.71899811050040215, 1e-10}), 2));
}

TEST_CASE("Asinh keeps infinities and -0") {
  CHECK(show(OneNode("Asinh", 22).run({f32({2}, {-INFINITY, -0.0})})) == "float[2] -inf -0");
}

TEST_CASE("Asinh keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Asinh", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Asinh", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Asinh", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::asinh_test
