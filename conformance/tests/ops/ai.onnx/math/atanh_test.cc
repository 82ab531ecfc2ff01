#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::atanh_test {

TEST_CASE("Atanh is linear near 0") {
  CHECK(near(OneNode("Atanh", 9).run({f64({3}, {0.5, -0.999, 1e-10})}),
             f64({3}, {0.5493061443340548457, -3.8002011672501995875, 1e-10}), 2));
}

TEST_CASE("Atanh is NaN beyond ±1 and infinite at ±1") {
  CHECK(show(OneNode("Atanh", 22).run({f32({4}, {1, -1, 1.5, -0.0})})) ==
        "float[4] inf -inf nan -0");
}

TEST_CASE("Atanh keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Atanh", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Atanh", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Atanh", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::atanh_test
