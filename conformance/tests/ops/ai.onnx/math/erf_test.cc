#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::erf_test {

TEST_CASE("Erf is odd; linear near 0 and 1 at infinity") {
  for (const int opset : {9, 13}) {
    CHECK(near(
        OneNode("Erf", opset).run({f64({3}, {0.5, -2, 1e-10})}),
        f64({3}, {0.52049987781304653768, -0.99532226501895273416, 1.128379167095512615e-10})));
  }
  CHECK(show(OneNode("Erf", 13).run({f32({4}, {INFINITY, -INFINITY, NAN, -0.0})})) ==
        "float[4] 1 -1 nan -0");
}

TEST_CASE("Erf-9 of an integer is truncated") {
  CHECK(show(OneNode("Erf", 9).run({i8({4}, {0, -1, 1, 127})})) == "int8[4] 0 0 0 0");
  CHECK(show(OneNode("Erf", 9).run({u8({2}, {0, 255})})) == "uint8[2] 0 0");
}

TEST_CASE("Erf keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Erf", 13).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(OneNode("Erf", 13).run({f32({}, {1})}).tensor().shape().empty());
  CHECK_FALSE(OneNode("Erf", 13).error({tensor(DType::int32, {1}, {1})}).empty());
}

}  // namespace etalon::test::erf_test
