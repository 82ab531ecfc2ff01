#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::tanh_test {

TEST_CASE("Tanh saturates at ±1 and is linear near 0; in every version") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Tanh", opset).run({f64({3}, {0.5, -30, 1e-10})}),
               f64({3}, {0.4621171572600097585, -1, 1e-10}), 2));
  }
  CHECK(show(OneNode("Tanh", 13).run({f32({4}, {INFINITY, -INFINITY, NAN, -0.0})})) ==
        "float[4] 1 -1 nan -0");
}

TEST_CASE("Tanh keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Tanh", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Tanh", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Tanh", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::tanh_test
