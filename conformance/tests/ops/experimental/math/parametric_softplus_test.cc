#include "conformance/tests/ops/one_node.h"

namespace etalon::test::parametric_softplus_test {

TEST_CASE("ParametricSoftplus is alpha ln(exp(beta X) + 1)") {
  OneNode node("ParametricSoftplus", 1);
  node.set("alpha", 2.0).set("beta", 0.5);
  // mpmath: 2 ln(exp(x / 2) + 1)
  CHECK(near(node.run({f64({3}, {1, -3, 0})}),
             f64({3}, {1.9481539683602134, 0.4028265559655048, 1.3862943611198906})));
  CHECK(show(node.run({f32({3}, {INFINITY, -INFINITY, NAN})})) == "float[3] inf 0 nan");
  // mpmath: 2 ln(exp(-700) + 1) = 2 exp(-700)
  CHECK(near(node.run({f64({2}, {-1400, 2000})}), f64({2}, {1.971935308751954e-304, 2000})));
  CHECK(show(node.run({f32({0}, {})})) == "float[0]");
}

TEST_CASE("ParametricSoftplus states no defaults") {
  for (const char* given : {"alpha", "beta"}) {
    CHECK(OneNode("ParametricSoftplus", 1).set(given, 1.0).error({f32({1}, {1})}) ==
          "Unspecified: ParametricSoftplus-1 (output 'y0'): alpha or beta is left out, and no "
          "default is stated");
  }
}

}  // namespace etalon::test::parametric_softplus_test
