#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::atan_test {

TEST_CASE("Atan gives radians") {
  CHECK(near(OneNode("Atan", 7).run({f64({2}, {0.5, -1e30})}),
             f64({2}, {0.46364760900080611621, -1.5707963267948966192})));
}

TEST_CASE("Atan reaches ±π/2") {
  CHECK(show(OneNode("Atan", 22).run({f32({3}, {INFINITY, -INFINITY, NAN})})) ==
        "float[3] 1.5707964 -1.5707964 nan");
}

TEST_CASE("Atan keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Atan", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Atan", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Atan", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::atan_test
