#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::hard_swish_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("HardSwish divides by 6 exactly") {
  for (const int opset : {14, 22}) {
    CHECK(show(OneNode("HardSwish", opset).run({f32({5}, {-4, -3, 0, 1, 5})})) ==
          "float[5] -0 -0 0 0.6666667 5");
    CHECK(show(OneNode("HardSwish", opset).run({f64({1}, {1})})) == "double[1] 0.6666666666666666");
    CHECK(show(OneNode("HardSwish", opset).run({limits})) == "float[4] 0 inf nan nan");
  }
}

TEST_CASE("HardSwish keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("HardSwish", 24).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("HardSwish", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::hard_swish_test
