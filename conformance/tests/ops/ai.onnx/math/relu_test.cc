#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::relu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Relu keeps NaN and makes -0 a 0; in every version") {
  for (const int opset : {1, 6, 13, 14}) {
    CHECK(show(OneNode("Relu", opset).run({edges})) == "float[6] 0 0 3 inf 0 nan");
  }
}

TEST_CASE("Relu-14 takes signed integers") {
  CHECK(show(OneNode("Relu", 14).run({i64({3}, {INT64_MIN, 0, INT64_MAX})})) ==
        "int64[3] 0 0 9223372036854775807");
  CHECK(show(OneNode("Relu", 14).run({tensor(DType::int8, {2}, {-128, 127})})) == "int8[2] 0 127");
  CHECK(OneNode("Relu", 13).error({i64({1}, {1})}).starts_with("InvalidInput"));
}

TEST_CASE("Relu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Relu", 22).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Relu", 22).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::relu_test
