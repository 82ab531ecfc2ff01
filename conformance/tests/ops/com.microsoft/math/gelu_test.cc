#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_gelu_test {

TEST_CASE("com.microsoft's Gelu is ai.onnx's without approximation") {
  const Tensor X = f32({4}, {1, -1, -8, 0});
  CHECK(show(OneNode("Gelu", 1, "com.microsoft").run({X})) == show(OneNode("Gelu", 20).run({X})));
  CHECK(show(OneNode("Gelu", 1, "com.microsoft").run({f32({2}, {INFINITY, -INFINITY})})) ==
        "float[2] inf nan");
}

TEST_CASE("com.microsoft's Gelu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Gelu", 1, "com.microsoft").run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Gelu", 1, "com.microsoft").run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::microsoft_gelu_test
