#include "conformance/tests/ops/one_node.h"

namespace etalon::test::elementwise_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Affine is alpha X + beta, rounded once") {
  CHECK(show(OneNode("Affine", 1).run({edges})) == "float[6] -2 0 3 inf -inf nan");
  CHECK(show(OneNode("Affine", 9).set("alpha", -2.0).set("beta", 1.0).run({edges})) ==
        "float[6] 5 1 -5 -inf inf nan");
  // (1 + 2^-52)·(1 + 2^-23) − 1 = 2^-23 + 2^-52 + 2^-75, to 53 bits.
  CHECK(show(OneNode("Affine", 1)
                 .set("alpha", 1 + 0x1p-23)
                 .set("beta", -1.0)
                 .run({f64({1}, {1 + 0x1p-52})})) == show(f64({1}, {0x1p-23 + 0x1p-52 + 0x1p-75})));
  CHECK(show(OneNode("Affine", 1).run({f32({}, {4})})) == "float[] 4");
  CHECK(show(OneNode("Affine", 1).run({f32({2, 0}, {})})) == "float[2, 0]");
}

TEST_CASE("Scale multiplies by scale, 1 by default") {
  CHECK(show(OneNode("Scale", 1).run({edges})) == "float[6] -2 -0 3 inf -inf nan");
  CHECK(show(OneNode("Scale", 6).set("scale", -0.5).run({edges})) ==
        "float[6] 1 0 -1.5 -inf inf nan");
  CHECK(show(OneNode("Scale", 1).set("scale", 2.0).run({f32({}, {0.25})})) == "float[] 0.5");
  CHECK(show(OneNode("Scale", 1).run({f32({0}, {})})) == "float[0]");
}

TEST_CASE("ThresholdedRelu-1 holds up to opset 9, ThresholdedRelu-10 from then on") {
  for (const int opset : {1, 6, 9}) {
    const OneNode node("ThresholdedRelu", opset);
    CHECK(show(node.run({edges})) == "float[6] 0 0 3 inf 0 0");
    CHECK(node.error({tensor(DType::int32, {1}, {1})})
              .starts_with("InvalidInput: ThresholdedRelu-1 (output 'y0'): "));
  }
  CHECK(OneNode("ThresholdedRelu", 10)
            .error({tensor(DType::int32, {1}, {1})})
            .starts_with("InvalidInput: ThresholdedRelu-10 (output 'y0'): "));
  CHECK(show(OneNode("ThresholdedRelu", 5).set("alpha", -2.0).run({edges})) ==
        "float[6] 0 -0 3 inf 0 0");
}

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

TEST_CASE("ScaledTanh is alpha tanh(beta X)") {
  OneNode node("ScaledTanh", 1);
  node.set("alpha", 2.0).set("beta", 0.5);
  // mpmath: 2 tanh(x / 2)
  CHECK(near(node.run({f64({2}, {1, -3})}), f64({2}, {0.9242343145200195, -1.8102965072897328})));
  CHECK(show(node.run({edges.reshaped({2, 3})})).ends_with(" 2 -2 nan"));
  CHECK(show(node.run({f32({}, {-0.0})})) == "float[] -0");
}

TEST_CASE("ParametricSoftplus and ScaledTanh state no defaults") {
  for (const char* op : {"ParametricSoftplus", "ScaledTanh"}) {
    for (const char* given : {"alpha", "beta"}) {
      CHECK(OneNode(op, 1).set(given, 1.0).error({edges}) ==
            fmt::format("Unspecified: {}-1 (output 'y0'): alpha or beta is left out, and no "
                        "default is stated",
                        op));
    }
  }
}

}  // namespace etalon::test::elementwise_test
