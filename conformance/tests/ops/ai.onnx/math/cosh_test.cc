#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::cosh_test {

TEST_CASE("Cosh overflows to infinity") {
  CHECK(near(OneNode("Cosh", 9).run({f64({2}, {0.5, -30})}),
             f64({2}, {1.1276259652063807852, 5343237290762.2310735}), 2));
  const Tensor x = f32({3}, {100, -100, NAN});
  CHECK(show(OneNode("Cosh", 22).run({x})) == "float[3] inf inf nan");
}

TEST_CASE("Cosh keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Cosh", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Cosh", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Cosh", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::cosh_test
