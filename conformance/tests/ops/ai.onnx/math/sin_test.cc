#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::sin_test {

TEST_CASE("Sin reduces great arguments exactly") {
  const Tensor x = f64({3}, {0.5, 1e22, 3});
  CHECK(near(OneNode("Sin", 7).run({x}),
             f64({3}, {0.47942553860420300027, -0.85220084976718880177, 0.1411200080598672221})));
}

TEST_CASE("Sin of an infinity is NaN; of -0 -0") {
  const Tensor x = f32({4}, {INFINITY, -INFINITY, NAN, -0.0});
  CHECK(show(OneNode("Sin", 22).run({x})) == "float[4] nan nan nan -0");
}

TEST_CASE("Sin keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Sin", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Sin", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Sin", 22).error({tensor(DType::int32, {1}, {1})}).empty());
  CHECK(show(OneNode("Sin", 22).run({tensor(DType::bfloat16, {1}, {0.5})})) == "bfloat16[1] 0.479");
}

}  // namespace etalon::test::sin_test
