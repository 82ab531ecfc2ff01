#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::mish_test {

TEST_CASE("Mish keeps its digits in the lower tail") {
  for (const int opset : {18, 22}) {
    CHECK(near(
        OneNode("Mish", opset).run({f64({3}, {1, -1, -50})}),
        f64({3}, {0.86509838826731034612, -0.30340146137410891807, -9.6437492398195889151e-21})));
    CHECK(show(OneNode("Mish", opset).run({f32({2}, {1000, INFINITY})})) == "float[2] 1000 inf");
  }
}

TEST_CASE("Mish keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Mish", 24).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Mish", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(show(OneNode("Mish", 22).run({tensor(DType::float16, {1}, {1})})) == "float16[1] 0.865");
}

}  // namespace etalon::test::mish_test
