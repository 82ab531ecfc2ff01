#include "conformance/tests/ops/one_node.h"

namespace etalon::test::ceil_test {

TEST_CASE("Ceil keeps zeros' signs and infinities and NaN") {
  const Tensor x = f32({8}, {1.5, -1.5, -0.5, 0.5, -0.0, INFINITY, -INFINITY, NAN});
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Ceil", opset).run({x})) == "float[8] 2 -1 -0 1 -0 inf -inf nan");
  }
}

TEST_CASE("Ceil keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Ceil", 13).run({f32({}, {-3})})) == "float[] -3");
  CHECK(show(OneNode("Ceil", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::ceil_test
