#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::acosh_test {

TEST_CASE("Acosh does not overflow") {
  CHECK(near(OneNode("Acosh", 9).run({f64({2}, {1.5, 1e10})}),
             f64({2}, {0.962423650119206895, 23.71899811050040215}), 2));
}

TEST_CASE("Acosh is NaN below 1") {
  CHECK(show(OneNode("Acosh", 22).run({f32({4}, {1, 0.5, -2, INFINITY})})) ==
        "float[4] 0 nan nan inf");
}

TEST_CASE("Acosh keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Acosh", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Acosh", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Acosh", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::acosh_test
