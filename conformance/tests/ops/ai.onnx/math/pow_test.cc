#include "conformance/tests/ops/one_node.h"

namespace etalon::test::pow_test {

TEST_CASE("Pow-1 aligns Y with X from `axis`") {
  const Tensor X = f32({2, 2}, {2, 3, 4, 5});
  const Tensor Y = f32({2}, {2, 3});
  CHECK(OneNode("Pow", 1).error({X, Y}).ends_with("differ and broadcast is 0"));
}

TEST_CASE("Pow-7 broadcasts both ways") {
  CHECK(show(OneNode("Pow", 7).run({f32({}, {2}), f32({}, {0.5})})) == "float[] 1.4142135");
}

TEST_CASE("Pow of integers that is no number or that a double does not tell; is unspecified") {
  CHECK(OneNode("Pow", 15).error({i64({1}, {0}), i64({1}, {-1})}) ==
        "Unspecified: Pow-15 (output 'y0'): the specification does not say how an integer "
        "tensor holds 0^-1");
  CHECK(OneNode("Pow", 15).error({i64({1}, {-8}), f32({1}, {0.5})}).starts_with("Unspecified"));
  CHECK(OneNode("Pow", 15).error({i64({1}, {2}), f32({1}, {NAN})}).starts_with("Unspecified"));
  CHECK(OneNode("Pow", 15).error({i64({1}, {2}), f32({1}, {1e30})}).starts_with("Unspecified"));
  // √3 · 3^34 is irrational, and beyond 2^52.
  CHECK(OneNode("Pow", 15).error({i64({1}, {3}), f32({1}, {34.5})}).starts_with("Unspecified"));
}

}  // namespace etalon::test::pow_test
