#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::sinh_test {

TEST_CASE("Sinh is linear near 0 and overflows to infinities") {
  CHECK(near(OneNode("Sinh", 9).run({f64({3}, {0.5, -30, 1e-10})}),
             f64({3}, {0.52109530549374736162, -5343237290762.2310735, 1e-10}), 2));
  const Tensor x = f32({3}, {100, -100, NAN});
  CHECK(show(OneNode("Sinh", 22).run({x})) == "float[3] inf -inf nan");
}

TEST_CASE("Sinh keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Sinh", 22).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(OneNode("Sinh", 22).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Sinh", 22).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::sinh_test
