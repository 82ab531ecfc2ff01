#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::elu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Elu is alpha · (exp(X) - 1) below 0") {
  for (const int opset : {1, 6, 22}) {
    CHECK(show(OneNode("Elu", opset).set("alpha", 2.0).run({edges})) ==
          "float[6] -1.7293295 -0 3 inf -2 nan");
    CHECK(near(OneNode("Elu", opset).run({f64({2}, {-1, -1e-10})}),
               f64({2}, {-0.6321205588285576784, -9.9999999995000003643e-11})));
  }
}

TEST_CASE("Elu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Elu", 22).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Elu", 22).run({f32({0, 3}, {})})) == "float[0, 3]");
  CHECK(show(OneNode("Elu", 22).run({tensor(DType::bfloat16, {1}, {-1})})) == "bfloat16[1] -0.633");
}

}  // namespace etalon::test::elu_test
