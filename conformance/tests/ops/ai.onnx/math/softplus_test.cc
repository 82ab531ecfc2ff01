#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::softplus_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Softplus neither overflows nor loses its lower tail") {
  for (const int opset : {1, 22}) {
    CHECK(near(OneNode("Softplus", opset).run({f64({5}, {1, -1, -50, 40, 1000})}),
               f64({5}, {1.313261687518222834, 0.31326168751822283405, 1.928749847963917783e-22,
                         40.000000000000000004, 1000})));
    CHECK(show(OneNode("Softplus", opset).run({limits})) == "float[4] 0.6931472 inf 0 nan");
  }
}

TEST_CASE("Softplus keeps rank 0 and empty shapes") {
  CHECK(OneNode("Softplus", 24).run({f32({}, {0})}).tensor().shape().empty());
  CHECK(show(OneNode("Softplus", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::softplus_test
