#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::reciprocal_test {

TEST_CASE("Reciprocal of a zero is an infinity of its sign") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Reciprocal", opset).run({f32({4}, {3, 0, -0.0, -INFINITY})})) ==
          "float[4] 0.33333334 inf -inf -0");
  }
  CHECK(show(OneNode("Reciprocal", 13).run({tensor(DType::bfloat16, {1}, {3})})) ==
        "bfloat16[1] 0.334");
}

TEST_CASE("Reciprocal keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Reciprocal", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(OneNode("Reciprocal", 13).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Reciprocal", 13).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::reciprocal_test
