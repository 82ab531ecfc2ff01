#include "conformance/tests/ops/one_node.h"

namespace etalon::test::is_nan_test {

TEST_CASE("IsNaN detects NaN in every float type") {
  for (const int opset : {9, 13, 20}) {
    CHECK(show(OneNode("IsNaN", opset).run({f32({4}, {NAN, -NAN, INFINITY, 0})})) ==
          "bool[4] true true false false");
    CHECK(show(OneNode("IsNaN", opset).run({tensor(DType::float16, {2}, {NAN, 1})})) ==
          "bool[2] true false");
  }
  CHECK(show(OneNode("IsNaN", 20).run({tensor(DType::float8e4m3fnuz, {2}, {NAN, 0})})) ==
        "bool[2] true false");
  CHECK(OneNode("IsNaN", 13)
            .error({tensor(DType::float8e5m2, {1}, {1})})
            .starts_with("InvalidInput"));
}

TEST_CASE("IsNaN keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("IsNaN", 20).run({f32({}, {1})})) == "bool[] false");
  CHECK(show(OneNode("IsNaN", 20).run({f32({0, 2}, {})})) == "bool[0, 2]");
}

}  // namespace etalon::test::is_nan_test
