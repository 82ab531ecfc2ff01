#include "conformance/tests/ops/one_node.h"

namespace etalon::test::neg_test {

TEST_CASE("Neg flips the sign of floats and wraps integers") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Neg", opset).run({f32({4}, {-1.5, 0, INFINITY, NAN})})) ==
          "float[4] 1.5 -0 -inf nan");
  }
  CHECK(show(OneNode("Neg", 6).run({tensor(DType::int8, {2}, {-128, 5})})) == "int8[2] -128 -5");
  CHECK(show(OneNode("Neg", 13).run({i64({1}, {INT64_MIN})})) == "int64[1] -9223372036854775808");
  CHECK(OneNode("Neg", 13).error({tensor(DType::uint8, {1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("Neg keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Neg", 13).run({f32({}, {-3})})) == "float[] 3");
  CHECK(show(OneNode("Neg", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::neg_test
