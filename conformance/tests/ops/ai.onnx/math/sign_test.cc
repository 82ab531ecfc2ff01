#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sign_test {

TEST_CASE("Sign is 1 above 0; -1 below 0 and otherwise its input") {
  for (const int opset : {9, 13}) {
    CHECK(show(OneNode("Sign", opset).run({f32({5}, {-1e-45, 3, 0, INFINITY, NAN})})) ==
          "float[5] -1 1 0 1 nan");
    CHECK(show(OneNode("Sign", opset).run({tensor(DType::int8, {3}, {-128, 0, 5})})) ==
          "int8[3] -1 0 1");
  }
  CHECK(show(OneNode("Sign", 13).run({integers(DType::uint64, {2}, {-1, 0})})) == "uint64[2] 1 0");
}

TEST_CASE("Sign keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Sign", 13).run({f32({}, {-3})})) == "float[] -1");
  CHECK(show(OneNode("Sign", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::sign_test
