// The specification's function bodies as ways that runtimes may compute operators.
#include "conformance/bounds/bodies.h"
#include "conformance/tests/judged.h"

#include <fmt/format.h>

#include <set>

#include "conformance/bounds/body_text.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/function_bodies.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "engine/interpreter/substitute.h"
#include "engine/loader/loader.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::bodies_test {
namespace {

using test::floats;
using test::reals;
using test::SmallModel;

// The outputs of a model, whose only node is evaluated by its body; empty where there is none.
Values by_body(const BoundModel& model, const Bindings& inputs) {
  Bodies bodies;
  bool has_body = false;
  const SubstituteScope scope(
      [&](const Node& node, const Values& values, const Ordinary& ordinary) {
        if (&node != model.graph.nodes.data()) return ordinary(node, values);
        const std::optional<Node> call = bodies.call_for(node, values);
        if (!call) return ordinary(node, values);
        has_body = true;
        return ordinary(*call, values);
      });
  const Values outputs = evaluate(model, inputs);
  return has_body ? outputs : Values();
}

}  // namespace

TEST_CASE("A function body's text: nodes and attributes and tensors and graphs and references") {
  const onnx::FunctionProto function = parse_body(
      {"<", "  domain: \"\",", "  opset_import: [\"\" : 18]", ">", "Some <alpha,n>(X, Z) => (Y, W)",
       "{", "   a = Constant <value: tensor = float[2] {-inf, 1e-05}> ()",
       "   b, c = ai.x.Op <to: int = 7, s: string = @n, r: float = -0.5, i: ints = [1, 2]> (X, , "
       "Z)",
       "   Y = If (b) <body: graph = g1 (int64 i, bool on,  x) => ( y) {", "      y = Add (x, a)",
       "   }, other: graph = g2 () => ( z) {", "   }>", "   W = Identity (c)", "}"});
  CHECK(function.name() == "Some");
  CHECK(function.attribute(1) == "n");
  CHECK(function.opset_import(0).version() == 18);
  REQUIRE(function.node_size() == 4);
  CHECK(function.node(0).attribute(0).t().dims(0) == 2);
  CHECK(function.node(1).domain() == "ai.x");
  CHECK(function.node(1).attribute(1).ref_attr_name() == "n");
  CHECK(function.node(1).attribute(2).f() == -0.5F);
  CHECK(function.node(1).input(1).empty());
  CHECK(function.node(2).attribute(0).g().input(2).name() == "x");
  CHECK(function.node(2).attribute(1).g().node_size() == 0);
  CHECK_THROWS_AS(parse_body({"<", ">", "Some (X) => (Y) { Y = Op (X }"}), InvalidInput);
}

TEST_CASE("Every published body is read") {
  size_t count = 0;
  for (const std::string& label : labels_with_bodies()) {
    INFO(label);
    if (label.starts_with("Bernoulli")) continue;  // random: it is nobody's bound
    CHECK(parse_body(function_body(label)->lines).node_size() > 0);
    ++count;
  }
  CHECK(count > 70);
}

TEST_CASE("A body that depends on the node is that of nodes with its attributes and types") {
  const auto has_body = [](DType type, double epsilon) {
    SmallModel small(17);
    const Tensor x = reals(type, {1, 2, 4});
    small.input("x", x).node("LayerNormalization", {"x", "x", "x"}, {"y"}).set("epsilon", epsilon);
    const BoundModel model = small.output("y", type).model();
    return Bodies().call_for(model.graph.nodes[0], {x, x, x}).has_value();
  };
  CHECK(has_body(DType::float64, 1e-5));
  CHECK(!has_body(DType::float64, 1e-4));
  CHECK(!has_body(DType::float32, 1e-5));
}

// The steps of a body, each rounded to its type, are a sound evaluation.
TEST_CASE("No own case of an operator that is evaluated by its published body is accused",
          "[exhaustive]") {
  std::set<std::string> evaluated;
  for (const Case& test : discover(own_cases_folder())) {
    const nlohmann::json& written = test.document->at("cases").at(test.index);
    if (test.function || written.contains("error")) continue;
    const BoundModel model = parse_model(model_message(test).SerializeAsString());
    if (model.graph.nodes.size() != 1 || !model.graph.nodes[0].schema) continue;
    const std::string label = model.graph.nodes[0].schema->label();
    if (!function_body(label) || label.starts_with("Bernoulli")) continue;
    INFO(fmt::format("{} ({})", test.name, label));
    const DataSet set = data_sets(test, model).at(0);
    Values got;
    try {
      got = by_body(model, set.inputs);
    } catch (const Error& error) {
      continue;  // the text defines more than the body
    }
    if (got.empty()) continue;
    evaluated.insert(label);
    // What a real result becomes in an integer tensor is open.
    if (got[0].is_tensor() && !is_float(got[0].tensor().dtype())) continue;
    Grade grade = rounding_verdict(got, evaluate_with_bounds(model, set.inputs)).grade;
    if (grade == Grade::wrong) {  // unless the text leaves it open
      grade = judge_values(got, answers_of(model, set.inputs, {}, {}), {}).grade;
    }
    CHECK(grade != Grade::wrong);
  }
  CHECK(evaluated.size() > 45);
}

// √E[X²] − E[X]² of numbers that are far from 0 cancels, and so does a runtime that computes it.
TEST_CASE("MeanVarianceNormalization in one pass which its body has; is not accused") {
  const std::vector<double> x{10, 10.5, 11, 9.25, 10.25, 12, 8.5, 9};
  SmallModel small(13);
  small.input("x", floats(x)).node("MeanVarianceNormalization", {"x"}, {"y"});
  small.set("axes", std::vector<int64_t>{0}).output("y");
  const BoundedOutputs expected = evaluate_with_bounds(small.model(), {{"x", floats(x)}});
  const auto verdict = [&](float added) {
    float sum = 0, squares = 0;
    for (const double each : x) {
      sum += static_cast<float>(each);
      squares += static_cast<float>(each) * static_cast<float>(each);
    }
    const float mean = sum / 8, deviation = std::sqrt(squares / 8 - mean * mean + added) + 1e-9F;
    std::vector<double> y;
    for (const double each : x) y.push_back((float(each) - mean) / deviation);
    return rounding_verdict({floats(y)}, expected);
  };
  CHECK(verdict(0).grade <= Grade::rounding);
  CHECK(verdict(0.01F).grade == Grade::wrong);
}

// A body of which a node has no bound is none: ReduceMax of numbers that are not exact.
TEST_CASE("A body does not widen what its formula alone bounds") {
  const Tensor x = floats({1.1F, 2.3F, -3.7F});
  SmallModel small(16);
  small.input("x", x).node("Mul", {"x", "x"}, {"p"}).node("Relu", {"p"}, {"y"}).output("p");
  const BoundedOutputs result = evaluate_with_bounds(small.output("y").model(), {{"x", x}});
  const Reals p = result.bounds[0].error.as<double>(), y = result.bounds[1].error.as<double>();
  for (size_t i = 0; i < 3; ++i) CHECK(y(i) <= 2 * p(i));
}

}  // namespace etalon::bodies_test
