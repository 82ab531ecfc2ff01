#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::sqrt_test {

TEST_CASE("Sqrt is correctly rounded; NaN below 0 and keeps -0") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Sqrt", opset).run({f64({2}, {2, 4})})) == "double[2] 1.4142135623730951 2");
  }
  CHECK(show(OneNode("Sqrt", 13).run({f32({4}, {-1, -0.0, INFINITY, NAN})})) ==
        "float[4] nan -0 inf nan");
}

TEST_CASE("Sqrt keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Sqrt", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(OneNode("Sqrt", 13).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Sqrt", 13).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::sqrt_test
