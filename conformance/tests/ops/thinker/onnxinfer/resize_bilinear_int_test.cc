#include "conformance/tests/ops/one_node.h"

namespace etalon::test::thinker_resize_bilinear_int_test {

TEST_CASE("ResizeBilinearInt is linear unless a mode is given") {
  const OneNode node =
      OneNode("ResizeBilinearInt", 1, "thinker").set("scale_x", 1.0).set("scale_y", 1.0);
  const Values inputs{i8({1, 1, 1, 2}, {0, 6}), Value(), f32({4}, {1, 1, 1, 2})};
  // Half-pixel: at 0, 1/4, 3/4, 1 of the way.
  CHECK(show(node.run(inputs)) == "int8[1, 1, 1, 4] 0 2 5 6");
  CHECK(show(OneNode(node).set("mode", "nearest").run(inputs)) == "int8[1, 1, 1, 4] 0 0 6 6");
}

}  // namespace etalon::test::thinker_resize_bilinear_int_test
