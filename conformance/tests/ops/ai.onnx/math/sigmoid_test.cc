#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::sigmoid_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Sigmoid keeps its digits in the lower tail") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Sigmoid", opset).run({f64({4}, {1, -1, -40, -720})}),
               f64({4}, {0.73105857863000487925, 0.26894142136999512075, 4.2483542552915889773e-18,
                         2.0322308024242931529e-313})));
    CHECK(
        near(OneNode("Sigmoid", opset).run({f32({1}, {-100})}), f32({1}, {3.720075976020836e-44})));
    CHECK(show(OneNode("Sigmoid", opset).run({limits})) == "float[4] 0.5 1 0 nan");
  }
}

TEST_CASE("Sigmoid keeps rank 0 and empty shapes") {
  CHECK(OneNode("Sigmoid", 24).run({f32({}, {0})}).tensor().shape().empty());
  CHECK(show(OneNode("Sigmoid", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(show(OneNode("Sigmoid", 13).run({tensor(DType::bfloat16, {1}, {1})})) ==
        "bfloat16[1] 0.73");
}

}  // namespace etalon::test::sigmoid_test
