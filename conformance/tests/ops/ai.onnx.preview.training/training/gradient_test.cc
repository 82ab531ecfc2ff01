#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gradient_test {
namespace {

// Adds Gradient(xs, y) to a graph over `inputs` and evaluates its outputs.
struct Differentiated {
  Graph graph;
  std::vector<std::string> xs;
  std::string y;
  std::vector<std::string> zs = {};

  Values at(const Bindings& inputs) const {
    Model model;
    model.opsets[""] = 13;
    model.opsets["ai.onnx.preview.training"] = 1;
    model.graph = graph;
    Node node;
    node.op_type = "Gradient";
    node.domain = "ai.onnx.preview.training";
    node.attributes["xs"] = {"xs", AttributeType::texts, "", xs};
    node.attributes["y"] = {"y", AttributeType::text, "", y};
    if (!zs.empty()) node.attributes["zs"] = {"zs", AttributeType::texts, "", zs};
    node.inputs = xs;
    node.inputs.insert(node.inputs.end(), zs.begin(), zs.end());
    for (const std::string& x : xs) {
      node.outputs.push_back("d" + x);
      model.graph.outputs.push_back({"d" + x, {}});
    }
    model.graph.nodes.push_back(node);
    return evaluate(model, inputs);
  }
};

Bindings at_x(const Tensor& x) { return {{"x", x}}; }

}  // namespace

TEST_CASE("Gradient of a product: d(ab)/da = b; d(ab)/db = a") {
  const Differentiated d{graph({"a", "b"}, {{"Mul", {"a", "b"}, {"y"}}}, {}), {"a", "b"}, "y"};
  const Values out = d.at({{"a", f32({2}, {3, -0.5})}, {"b", f32({2}, {5, 1e6})}});
  CHECK(show(out[0]) == "float[2] 5 1000000");
  CHECK(show(out[1]) == "float[2] 3 -0.5");
}

TEST_CASE("Gradient sums over y's elements and over broadcast uses of x") {
  // y = x · x with x a vector: a scalar; the gradient is 2x.
  const Differentiated dot{graph({"x"}, {{"MatMul", {"x", "x"}, {"y"}}}, {}), {"x"}, "y"};
  CHECK(show(dot.at(at_x(f32({3}, {1, 2, -4})))[0]) == "float[3] 2 4 -8");
  // y[i, j] = a[i] + b[j]: ∂Σy/∂a[i] is the number of j.
  const Differentiated sum{graph({"a", "b"}, {{"Add", {"a", "b"}, {"y"}}}, {}), {"a"}, "y", {"b"}};
  CHECK(show(sum.at({{"a", f32({2, 1}, {1, 2})}, {"b", f32({3}, {0, 0, 0})}})[0]) ==
        "float[2, 1] 3 3");
}

TEST_CASE("Gradient of transcendental functions agrees with the closed form") {
  for (const double x : {-2.0, -0.3, 0.0, 0.7, 3.0}) {
    const auto slope = [&](const char* op_type) {
      return Differentiated{graph({"x"}, {{op_type, {"x"}, {"y"}}}, {}), {"x"}, "y"}
          .at(at_x(tensor(DType::float64, {}, {x})))[0]
          .tensor()
          .item<double>();
    };
    CHECK(std::fabs(slope("Sin") - std::cos(x)) < 1e-11);
    CHECK(std::fabs(slope("Exp") - std::exp(x)) < 1e-11 * std::exp(x) + 1e-11);
    CHECK(std::fabs(slope("Tanh") - 1 / std::pow(std::cosh(x), 2)) < 1e-11);
    const double s = 1 / (1 + std::exp(-x));
    CHECK(std::fabs(slope("Sigmoid") - s * (1 - s)) < 1e-11);
  }
}

TEST_CASE("Gradient passes through constants; intermediate tensors and a chain of nodes") {
  // h = 2x, y = h³ by h·h·h: dy/dh = 3h², dy/dx = 24x².
  Graph g = graph(
      {"x"},
      {{"Mul", {"x", "two"}, {"h"}}, {"Mul", {"h", "h"}, {"hh"}}, {"Mul", {"hh", "h"}, {"y"}}}, {});
  g.initializers["two"] = f32({}, {2});
  CHECK(show(Differentiated{g, {"x"}, "y"}.at(at_x(f32({}, {0.5})))[0]) == "float[] 6");
  CHECK(show(Differentiated{g, {"h"}, "y"}.at(at_x(f32({}, {0.5})))[0]) == "float[] 3");
}

TEST_CASE("Gradient of a piecewise linear function is exact off the kink and refused on it") {
  const Differentiated relu{graph({"x"}, {{"Relu", {"x"}, {"y"}}}, {}), {"x"}, "y"};
  CHECK(show(relu.at(at_x(f32({3}, {-1, 0.001, 2})))[0]) == "float[3] 0 1 1");
  CHECK_THROWS_AS(relu.at(at_x(f32({1}, {0}))), Unspecified);
  // x² has a flat point at 0, not a kink.
  const Differentiated square{graph({"x"}, {{"Mul", {"x", "x"}, {"y"}}}, {}), {"x"}, "y"};
  CHECK(near(square.at(at_x(f32({}, {0})))[0], f32({}, {0})));
}

TEST_CASE("Gradient's second derivative by a Gradient of a Gradient") {
  // y = x³: y' = 3x², y'' = 6x.
  Graph g = graph({"x"}, {{"Mul", {"x", "x"}, {"xx"}}, {"Mul", {"xx", "x"}, {"y"}}}, {});
  Node first;
  first.op_type = "Gradient";
  first.domain = "ai.onnx.preview.training";
  first.inputs = {"x"};
  first.outputs = {"slope"};
  first.attributes["xs"] = {"xs", AttributeType::texts, "", std::vector<std::string>{"x"}};
  first.attributes["y"] = {"y", AttributeType::text, "", std::string("y")};
  g.nodes.push_back(first);
  const Value second = Differentiated{g, {"x"}, "slope"}.at(at_x(f32({}, {1.5})))[0];
  CHECK(near(second, f32({}, {9}), 2));
}

TEST_CASE("Gradient refuses a variable that is computed from another one") {
  const Graph g = graph({"w", "x"}, {{"Mul", {"w", "x"}, {"h"}}, {"Mul", {"h", "x"}, {"y"}}}, {});
  const Bindings values{{"w", f32({}, {2})}, {"x", f32({}, {3})}};
  const auto refused = Catch::Contains("xs and zs contain 'h', which is computed from their 'w'");
  CHECK_THROWS_WITH((Differentiated{g, {"h", "w"}, "y"}.at(values)), refused);
  CHECK_THROWS_WITH((Differentiated{g, {"w"}, "y", {"h"}}.at(values)), refused);
  CHECK(show(Differentiated{g, {"h"}, "y"}.at(values)[0]) == "float[] 3");
}

TEST_CASE("Gradient requires one input for each name; of a float type") {
  const Differentiated d{graph({"x"}, {{"Add", {"x", "x"}, {"y"}}}, {}), {"x"}, "y"};
  CHECK_THROWS_AS(d.at(at_x(i64({1}, {1}))), InvalidInput);
}

}  // namespace etalon::test::gradient_test
