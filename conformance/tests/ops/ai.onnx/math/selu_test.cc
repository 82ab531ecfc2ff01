#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::selu_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Selu-1 has alpha and gamma of five digits by default; Selu-6 of seven") {
  CHECK(near(OneNode("Selu", 1).run({f64({2}, {-1, 2})}),
             f64({2}, {-1.1112876436799034404, 2.1013998985290527344})));
  for (const int opset : {6, 22}) {
    CHECK(near(OneNode("Selu", opset).run({f64({2}, {-1, 2})}),
               f64({2}, {-1.1113307412864783067, 2.1014020442962646484})));
  }
  CHECK(show(OneNode("Selu", 22).set("alpha", 2.0).set("gamma", 3.0).run({edges})) ==
        "float[6] -5.1879883 0 9 inf -6 nan");
}

TEST_CASE("Selu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Selu", 22).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Selu", 22).run({f32({0, 3}, {})})) == "float[0, 3]");
}

}  // namespace etalon::test::selu_test
