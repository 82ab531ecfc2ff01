// The work limit ends what never ends by itself: 10^9 iterations, whatever little they do.
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/bind.h"

namespace etalon::test::work_test {
namespace {

Attribute body_attribute(const std::string& name, const Graph& body) {
  return {name, AttributeType::graph, "", std::make_shared<const Graph>(body)};
}

// 10^9 iterations of a body that carries x.
Graph repeated(Graph body) {
  Graph outer = graph({"n", "x"}, {{"Loop", {"n", "", "x"}, {"end"}}}, {"end"});
  outer.nodes[0].attributes["body"] = body_attribute("body", body);
  return outer;
}

Graph body_of(const std::vector<Step>& nodes) { return graph({"i", "c", "x"}, nodes, {"c", "x"}); }

Model model_of(const Graph& graph) {
  Model model;
  model.ir_version = 8;
  model.opsets[""] = 13;
  model.opsets["ai.onnx.ml"] = 2;
  model.graph = graph;
  return model;
}

// What ends an evaluation of 10^9 iterations. The limit stands for a tenth of a second; after ten
// seconds, the sentence would be that of the time limit.
std::string end_of(const Model& model) {
  Options options;
  options.limits.max_work = 1'000'000'000;
  options.limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const Bindings inputs{{"n", i64({}, {1'000'000'000})}, {"x", f32({}, {1})}};
  const std::string told = refusal([&] { evaluate(model, inputs, options); });
  return told.substr(told.find("): ") + 3);
}

const std::string too_much = "more than 1000000000 units of work; --max-work raises the limit";

}  // namespace

TEST_CASE("The work limit ends a Loop whose body is empty") {
  CHECK(end_of(model_of(repeated(body_of({})))) == too_much);
}

TEST_CASE("The work limit ends a Loop whose body has one node") {
  CHECK(end_of(model_of(repeated(body_of({{"Identity", {"x"}, {"y"}}})))) == too_much);
}

TEST_CASE("The work limit ends a Loop whose body has many initializers or carries many values") {
  Graph initializers = body_of({});
  Graph carrying = body_of({});
  Graph outer = repeated(carrying);
  for (int k = 0; k < 3000; ++k) {
    const std::string name = fmt::format("w{}", k);
    initializers.initializers[name] = f32({}, {1});
    carrying.inputs.push_back({name, {}});
    carrying.outputs.push_back({name, {}});
    outer.nodes[0].inputs.push_back("x");
    outer.nodes[0].outputs.push_back(name);
  }
  CHECK(end_of(model_of(repeated(initializers))) == too_much);
  outer.nodes[0].attributes["body"] = body_attribute("body", carrying);
  CHECK(end_of(model_of(outer)) == too_much);
}

TEST_CASE("The work limit ends a Loop over a node with many inputs or long lists of attributes") {
  const std::vector<std::string> many(3000, "x");
  CHECK(end_of(model_of(repeated(body_of({{"Sum", many, {"y"}}})))) == too_much);
  Graph labels = body_of({{"LabelEncoder", {"i"}, {"y"}}});
  std::vector<int64_t> keys(30'000);
  std::iota(keys.begin(), keys.end(), 0);
  labels.nodes[0].domain = "ai.onnx.ml";
  for (const char* name : {"keys_int64s", "values_int64s"}) {
    labels.nodes[0].attributes[name] = {name, AttributeType::ints, "", keys};
  }
  CHECK(end_of(model_of(repeated(labels))) == too_much);
}

TEST_CASE("The work limit ends a Loop around an If and a Loop in a Loop") {
  Graph choosing = body_of({{"If", {"c"}, {"y"}}});
  for (const char* name : {"then_branch", "else_branch"}) {
    choosing.nodes[0].attributes[name] = body_attribute(name, graph({}, {}, {"x"}));
  }
  CHECK(end_of(model_of(repeated(choosing))) == too_much);
  Graph inner = graph({"i", "c", "x"}, {{"Loop", {"n", "", "x"}, {"y"}}}, {"c", "y"});
  inner.nodes[0].attributes["body"] = body_attribute("body", body_of({}));
  CHECK(end_of(model_of(repeated(inner))) == too_much);
}

TEST_CASE("The work limit ends a Loop around functions that call each other twice") {
  Graph body = body_of({{"F00", {"x"}, {"y"}}});
  body.nodes[0].domain = "f";
  Model model = model_of(repeated(body));
  model.opsets["f"] = 1;
  for (int k = 0; k < 30; ++k) {
    Function function;
    function.domain = "f";
    function.name = fmt::format("F{:02}", k);
    function.inputs = {"p"};
    function.outputs = {"q"};
    function.opsets = {{"", 13}, {"f", 1}};
    const std::string next = k == 29 ? "Identity" : fmt::format("F{:02}", k + 1);
    function.body = graph({"p"}, {{next, {"p"}, {"r"}}, {next, {"r"}, {"q"}}}, {"q"});
    for (Node& node : function.body.nodes) node.domain = k == 29 ? "" : "f";
    model.functions.push_back(function);
  }
  CHECK(end_of(model) == too_much);
}

TEST_CASE("The work limit ends strings that double") {
  std::vector<Step> doubling;
  for (int k = 0; k < 40; ++k) {
    const std::string x = fmt::format("s{}", k);
    doubling.push_back({"StringConcat", {x, x}, {fmt::format("s{}", k + 1)}});
  }
  Graph outer = graph({"n", "x"}, doubling, {"s40"});
  outer.initializers["s0"] = Tensor::of(DType::string, scalar_array<std::string>("0123456789"));
  Model model = model_of(outer);
  model.opsets[""] = 20;
  CHECK(end_of(model) == too_much);
}

TEST_CASE("The work limit ends a Scan over elements without a size") {
  // [10^9, 0]: a tensor of no bytes.
  Graph outer = graph({"n", "x"}, {{"Scan", {"none"}, {"end"}}}, {"end"});
  outer.initializers["none"] = f32({1'000'000'000, 0}, {});
  outer.nodes[0].attributes["body"] = body_attribute("body", graph({"s"}, {}, {"s"}));
  outer.nodes[0].attributes["num_scan_inputs"] = {"num_scan_inputs", AttributeType::integer, "",
                                                  int64_t{1}};
  CHECK(end_of(model_of(outer)) == too_much);
}

}  // namespace etalon::test::work_test
