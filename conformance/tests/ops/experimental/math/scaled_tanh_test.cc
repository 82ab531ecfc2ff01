#include "conformance/tests/ops/one_node.h"

namespace etalon::test::scaled_tanh_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("ScaledTanh is alpha tanh(beta X)") {
  OneNode node("ScaledTanh", 1);
  node.set("alpha", 2.0).set("beta", 0.5);
  // mpmath: 2 tanh(x / 2)
  CHECK(near(node.run({f64({2}, {1, -3})}), f64({2}, {0.9242343145200195, -1.8102965072897328})));
  CHECK(show(node.run({edges.reshaped({2, 3})})).ends_with(" 2 -2 nan"));
  CHECK(show(node.run({f32({}, {-0.0})})) == "float[] -0");
}

TEST_CASE("ScaledTanh states no defaults") {
  for (const char* given : {"alpha", "beta"}) {
    CHECK(OneNode("ScaledTanh", 1).set(given, 1.0).error({f32({1}, {1})}) ==
          "Unspecified: ScaledTanh-1 (output 'y0'): alpha or beta is left out, and no default is "
          "stated");
  }
}

}  // namespace etalon::test::scaled_tanh_test
