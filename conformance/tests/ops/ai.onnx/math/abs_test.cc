#include "conformance/tests/ops/one_node.h"

namespace etalon::test::abs_test {

TEST_CASE("Abs clears the sign of floats") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Abs", opset).run({f32({4}, {-1.5, -0.0, -INFINITY, NAN})})) ==
          "float[4] 1.5 0 inf nan");
  }
}

TEST_CASE("Abs of the lowest integer wraps to itself") {
  CHECK(show(OneNode("Abs", 6).run({tensor(DType::int8, {3}, {-128, -127, 5})})) ==
        "int8[3] -128 127 5");
  CHECK(show(OneNode("Abs", 13).run({i64({2}, {INT64_MIN, -7})})) ==
        "int64[2] -9223372036854775808 7");
  CHECK(show(OneNode("Abs", 13).run({integers(DType::uint64, {1}, {-1})})) ==
        "uint64[1] 18446744073709551615");
}

TEST_CASE("Abs keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Abs", 13).run({f32({}, {-3})})) == "float[] 3");
  CHECK(show(OneNode("Abs", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::abs_test
