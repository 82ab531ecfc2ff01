#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::tan_test {

TEST_CASE("Tan reduces great arguments exactly") {
  const Tensor x = f64({3}, {0.5, 1e22, 3});
  CHECK(near(OneNode("Tan", 7).run({x}),
             f64({3}, {0.54630248984379051326, -1.6287782256068988785, -0.1425465430742778053})));
}

TEST_CASE("Tan of an infinity is NaN; of -0 -0") {
  const Tensor x = f32({4}, {INFINITY, -INFINITY, NAN, -0.0});
  CHECK(show(OneNode("Tan", 22).run({x})) == "float[4] nan nan nan -0");
}

TEST_CASE("Tan keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Tan", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Tan", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Tan", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::tan_test
