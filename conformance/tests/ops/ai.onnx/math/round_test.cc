#include "conformance/tests/ops/one_node.h"

namespace etalon::test::round_test {

TEST_CASE("Round takes halves to the even integer") {
  const Tensor x = f32({9}, {0.9, 2.5, 2.3, 1.5, -4.5, 0.5, -0.5, NAN, -INFINITY});
  for (const int opset : {11, 22}) {
    CHECK(show(OneNode("Round", opset).run({x})) == "float[9] 1 2 2 2 -4 0 -0 nan -inf");
  }
  // 0.49999999999999994 + 0.5 would round to 1, and 2^52 + 1 is its own nearest integer.
  CHECK(show(OneNode("Round", 22)
                 .run({tensor(DType::float64, {2}, {0.49999999999999994, 4503599627370497})})) ==
        "double[2] 0 4503599627370497");
  CHECK(show(OneNode("Round", 22).run({tensor(DType::bfloat16, {1}, {3.5})})) == "bfloat16[1] 4");
}

TEST_CASE("Round keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Round", 13).run({f32({}, {-3})})) == "float[] -3");
  CHECK(show(OneNode("Round", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::round_test
