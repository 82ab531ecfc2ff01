#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::acos_test {

TEST_CASE("Acos gives radians") {
  const Tensor x = f64({2}, {0.5, -1});
  CHECK(
      near(OneNode("Acos", 7).run({x}), f64({2}, {1.0471975511965977462, 3.1415926535897932385})));
}

TEST_CASE("Acos is NaN outside [-1 1]") {
  const Tensor x = f32({3}, {1.5, -INFINITY, NAN});
  CHECK(show(OneNode("Acos", 22).run({x})) == "float[3] nan nan nan");
}

TEST_CASE("Acos keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Acos", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Acos", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Acos", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::acos_test
