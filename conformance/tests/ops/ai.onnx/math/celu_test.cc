#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::celu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Celu divides by alpha before exp and multiplies by it after") {
  for (const int opset : {12, 28}) {
    CHECK(show(OneNode("Celu", opset).run({edges})) == "float[6] -0.86466473 0 3 inf -1 nan");
    CHECK(near(OneNode("Celu", opset).set("alpha", 0.5).run({f32({2}, {-1, 2})}),
               f32({2}, {-0.43233235838169365405, 2})));
  }
  CHECK(near(OneNode("Celu", 28).set("alpha", 0.5).run({f64({1}, {-1})}),
             f64({1}, {-0.43233235838169365405})));
  CHECK(OneNode("Celu", 12).error({f64({1}, {-1})}).starts_with("InvalidInput"));
}

TEST_CASE("Celu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Celu", 28).run({f32({0}, {})})) == "float[0]");
}

}  // namespace etalon::test::celu_test
