#include "conformance/tests/ops/experimental/old_models.h"

namespace etalon::test::scale_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Scale multiplies by scale; 1 by default") {
  CHECK(show(OneNode("Scale", 1).run({edges})) == "float[6] -2 -0 3 inf -inf nan");
  CHECK(show(OneNode("Scale", 6).set("scale", -0.5).run({edges})) ==
        "float[6] 1 0 -1.5 -inf inf nan");
  CHECK(show(OneNode("Scale", 1).set("scale", 2.0).run({f32({}, {0.25})})) == "float[] 0.5");
  CHECK(show(OneNode("Scale", 1).run({f32({0}, {})})) == "float[0]");
}

TEST_CASE("a model of the first IR version without opset runs experimental operators") {
  const Model model = oldest(
      "node { op_type: 'Scale' input: 'x' output: 'a' attribute { name: 'scale' f: 2 } }"
      "node { op_type: 'ConstantFill' input: 'a' output: 'b' attribute { name: 'value' f: 0.5 } }"
      "node { op_type: 'Add' input: 'a' input: 'b' output: 'c' }"
      "node { op_type: 'ThresholdedRelu' input: 'c' output: 'y' attribute { name: 'alpha' f: 3 } "
      "}");
  CHECK(show(evaluate(model, {{"x", f32({2}, {1, 2})}}).at(0)) == "float[2] 0 4.5");
}

}  // namespace etalon::test::scale_test
