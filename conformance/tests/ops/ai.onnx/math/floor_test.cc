#include "conformance/tests/ops/one_node.h"

namespace etalon::test::floor_test {

TEST_CASE("Floor keeps zeros' signs and infinities and NaN") {
  const Tensor x = f32({8}, {1.5, -1.5, -0.5, 0.5, -0.0, INFINITY, -INFINITY, NAN});
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Floor", opset).run({x})) == "float[8] 1 -2 -1 0 -0 inf -inf nan");
  }
}

TEST_CASE("Floor keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Floor", 13).run({f32({}, {-3})})) == "float[] -3");
  CHECK(show(OneNode("Floor", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::floor_test
