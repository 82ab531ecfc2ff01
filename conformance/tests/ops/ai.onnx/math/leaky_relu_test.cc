#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::leaky_relu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("LeakyRelu multiplies negatives by alpha; float32's 0.01 by default") {
  for (const int opset : {1, 6, 16}) {
    CHECK(show(OneNode("LeakyRelu", opset).run({edges})) == "float[6] -0.02 -0 3 inf -inf nan");
    CHECK(show(OneNode("LeakyRelu", opset).set("alpha", 0.5).run({edges})) ==
          "float[6] -1 -0 3 inf -inf nan");
  }
  // The attribute is a float32: 0.01 is 0.00999999977648258209228515625.
  CHECK(show(OneNode("LeakyRelu", 16).run({f64({1}, {-1})})) == "double[1] -0.009999999776482582");
}

// Half of the least float lies between two, of which 0 is the even one.
TEST_CASE("LeakyRelu rounds its products once") {
  const auto leaky = [](const Tensor& X, double alpha) {
    return show(OneNode("LeakyRelu", 16).set("alpha", alpha).run({X}));
  };
  CHECK(leaky(f32({2}, {-0x1p-149, -0x1p127}), 0.5) == "float[2] -0 -8.507059e+37");
  CHECK(leaky(f32({2}, {-0x1p-149, -0x1p127}), 2) == "float[2] -3e-45 -inf");
  // 3 · (1 + 2^-23) = 3 + 3 · 2^-23, halfway between neighbours 2^-22 apart; 3 + 2^-21 is even.
  CHECK(leaky(f32({1}, {-(1 + 0x1p-23)}), 3) == "float[1] -3.0000005");
  CHECK(leaky(tensor(DType::float16, {1}, {-(1 + 0x1p-10)}), 3) == "float16[1] -3.004");
}

TEST_CASE("LeakyRelu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("LeakyRelu", 22).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("LeakyRelu", 22).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(show(OneNode("LeakyRelu", 16).run({tensor(DType::float16, {1}, {-1})})) ==
        "float16[1] -0.01");
}

}  // namespace etalon::test::leaky_relu_test
