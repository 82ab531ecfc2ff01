#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::leaky_relu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("LeakyRelu multiplies negatives by alpha, float32's 0.01 by default") {
  for (const int opset : {1, 6, 16}) {
    CHECK(show(OneNode("LeakyRelu", opset).run({edges})) == "float[6] -0.02 -0 3 inf -inf nan");
    CHECK(show(OneNode("LeakyRelu", opset).set("alpha", 0.5).run({edges})) ==
          "float[6] -1 -0 3 inf -inf nan");
  }
  // The attribute is a float32: 0.01 is 0.00999999977648258209228515625.
  CHECK(show(OneNode("LeakyRelu", 16).run({f64({1}, {-1})})) == "double[1] -0.009999999776482582");
}

TEST_CASE("LeakyRelu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("LeakyRelu", 22).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("LeakyRelu", 22).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(show(OneNode("LeakyRelu", 16).run({tensor(DType::float16, {1}, {-1})})) ==
        "float16[1] -0.01");
}

}  // namespace etalon::test::leaky_relu_test
