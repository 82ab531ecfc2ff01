#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::asin_test {

TEST_CASE("Asin gives radians") {
  const Tensor x = f64({2}, {0.5, -1});
  CHECK(near(OneNode("Asin", 7).run({x}),
             f64({2}, {0.52359877559829887308, -1.5707963267948966192})));
}

TEST_CASE("Asin is NaN outside [-1 1]") {
  const Tensor x = f32({3}, {1.5, -INFINITY, NAN});
  CHECK(show(OneNode("Asin", 22).run({x})) == "float[3] nan nan nan");
}

TEST_CASE("Asin keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Asin", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Asin", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Asin", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::asin_test
