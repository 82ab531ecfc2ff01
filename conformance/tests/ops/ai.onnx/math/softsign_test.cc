#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::softsign_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Softsign is x / (1 + |x|) which at an infinity is NaN") {
  for (const int opset : {1, 22}) {
    CHECK(show(OneNode("Softsign", opset).run({f32({4}, {1, -3, -0.0, 1e38})})) ==
          "float[4] 0.5 -0.75 -0 1");
    CHECK(show(OneNode("Softsign", opset).run({limits})) == "float[4] 0 nan nan nan");
  }
}

TEST_CASE("Softsign keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Softsign", 24).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Softsign", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::softsign_test
