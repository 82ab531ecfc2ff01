#include "conformance/tests/ops/one_node.h"

namespace etalon::test::quick_gelu_test {

TEST_CASE("QuickGelu is Swish with another default") {
  const Tensor X = f32({3}, {1, -2, 5});
  CHECK(show(OneNode("QuickGelu", 1, "com.microsoft").set("alpha", 1.5).run({X})) ==
        show(OneNode("Swish", 24).set("alpha", 1.5).run({X})));
  CHECK(show(OneNode("QuickGelu", 1, "com.microsoft").run({X})) ==
        show(OneNode("Swish", 24).set("alpha", 1.702).run({X})));
}

TEST_CASE("QuickGelu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("QuickGelu", 1, "com.microsoft").run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("QuickGelu", 1, "com.microsoft").run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::quick_gelu_test
