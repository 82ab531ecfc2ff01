#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::cos_test {

TEST_CASE("Cos reduces great arguments exactly") {
  const Tensor x = f64({3}, {0.5, 1e22, 3});
  CHECK(near(OneNode("Cos", 7).run({x}),
             f64({3}, {0.87758256189037271612, 0.5232147853951389455, -0.98999249660044545727})));
}

TEST_CASE("Cos of an infinity is NaN") {
  const Tensor x = f32({4}, {INFINITY, -INFINITY, NAN, -0.0});
  CHECK(show(OneNode("Cos", 22).run({x})) == "float[4] nan nan nan 1");
}

TEST_CASE("Cos keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Cos", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Cos", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Cos", 22).error({tensor(DType::int32, {1}, {1})}).empty());
  CHECK(show(OneNode("Cos", 7).run({tensor(DType::float16, {1}, {0.5})})) == "float16[1] 0.8774");
}

}  // namespace etalon::test::cos_test
