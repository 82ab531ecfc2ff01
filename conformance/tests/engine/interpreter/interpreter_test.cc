#include "engine/interpreter/interpreter.h"

#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"
#include "engine/loader/bind.h"
#include "engine/operators/schema.h"

namespace etalon::test::interpreter_test {
namespace {

Model model_of(const Graph& graph, int64_t opset = 13) {
  Model model;
  model.ir_version = 8;
  model.opsets[""] = opset;
  model.graph = graph;
  return model;
}

std::string message(const Model& model, const Bindings& inputs, const Options& options = {}) {
  return refusal([&] { evaluate(model, inputs, options); });
}

Graph doubling() { return graph({"x"}, {{"Add", {"x", "x"}, {"y"}}}, {"y"}); }

}  // namespace

TEST_CASE("A version is the greatest not above the model's opset") {
  const Tensor x = f32({1, 2, 2}, {0, 0, 0, 0});
  CHECK(show(OneNode("Softmax", 12).run({x})) == "float[1, 2, 2] 0.25 0.25 0.25 0.25");
  CHECK(show(OneNode("Softmax", 26).run({x})) == "float[1, 2, 2] 0.5 0.5 0.5 0.5");
}

TEST_CASE("Inputs are checked against the model's declaration") {
  Model model = model_of(doubling());
  model.graph.inputs[0].type = Type::tensor(DType::float32);
  model.graph.inputs[0].type.shape = {Dim(int64_t{2}), Dim(std::string("N"))};
  CHECK(message(model, {}) == "InvalidInput: input 'x' is missing");
  CHECK(message(model, {{"x", f32({2, 5}, std::vector<double>(10))}}) == "");
  CHECK(message(model, {{"x", f32({3, 5}, std::vector<double>(15))}}) ==
        "InvalidInput: input 'x' has the shape [3, 5], but the model declares [2, N]");
  CHECK(message(model, {{"x", i64({2, 1}, {1, 2})}}) ==
        "InvalidInput: input 'x' is a tensor(int64) where the model declares a tensor(float)");
  CHECK(message(model, {{"x", f32({2, 1}, {1, 2})}, {"z", f32({}, {0})}}) ==
        "InvalidInput: the model has no input 'z'");
}

TEST_CASE("A value that contradicts the declared type or rank is an invalid model") {
  const Type ints = Type::tensor(DType::int64);
  Type matrix = Type::tensor(DType::float32);
  matrix.shape = {Dim(std::string("N")), Dim(int64_t{9})};
  const Bindings two = {{"x", f32({2}, {1, 2})}};
  const std::string place =
      "InvalidModel: Add-13 (output 'y'): output 'y' is a tensor(float) of rank 1, ";
  Model model = model_of(doubling());
  model.graph.outputs[0].type = ints;
  CHECK(message(model, two) ==
        place + "but the model declares a tensor(int64) (--lenient evaluates it)");
  model.graph.outputs[0].type = matrix;
  CHECK(message(model, two) ==
        place + "but the model declares a tensor(float) of rank 2 (--lenient evaluates it)");
  CHECK(message(model, {{"x", f32({1, 2}, {1, 2})}}) == "");  // the rank counts, not the lengths

  Model inner = model_of(graph({"x"}, {{"Add", {"x", "x"}, {"y"}}, {"Neg", {"y"}, {"z"}}}, {"z"}));
  inner.graph.value_info = {{"y", Type::sequence(matrix)}};
  CHECK(message(inner, two) ==
        place + "but the model declares a seq(tensor(float)) (--lenient evaluates it)");
}

TEST_CASE("An initializer that contradicts its declaration is an invalid model") {
  Model model = model_of(doubling());
  model.graph.inputs[0].type = Type::tensor(DType::int64);
  model.graph.initializers["x"] = f32({1}, {4});
  CHECK(message(model, {}) ==
        "InvalidModel: initializer 'x' is a tensor(float) of rank 1, but the model declares a "
        "tensor(int64) (--lenient evaluates it)");
}

TEST_CASE("A lenient evaluation warns of what contradicts the declaration") {
  Model model = model_of(doubling());
  model.graph.outputs[0].type = Type::tensor(DType::int64);
  std::vector<std::string> warnings;
  Options options;
  options.lenient = true;
  options.on_warning = [&](const std::string& sentence) { warnings.push_back(sentence); };
  CHECK(show(evaluate(model, {{"x", f32({1}, {4})}}, options).at(0)) == "float[1] 8");
  CHECK(warnings ==
        std::vector<std::string>{"Add-13 (output 'y'): output 'y' is a tensor(float) of "
                                 "rank 1, but the model declares a tensor(int64)"});
}

TEST_CASE("An input with an initializer may be left out") {
  Model model = model_of(doubling());
  model.graph.initializers["x"] = f32({1}, {4});
  CHECK(show(evaluate(model, {}).at(0)) == "float[1] 8");
  CHECK(show(evaluate(model, {{"x", f32({1}, {5})}}).at(0)) == "float[1] 10");
}

TEST_CASE("A sparse initializer has the value of its dense tensor") {
  Model model = model_of(graph({}, {{"Identity", {"w"}, {"y"}}}, {"y"}));
  model.graph.initializers["w"] = SparseTensor{f32({2}, {5, 7}), i64({2, 2}, {0, 1, 1, 0}), {2, 2}};
  CHECK(show(evaluate(model, {}).at(0)) == "float[2, 2] 0 5 7 0");
}

TEST_CASE("Types that a schema does not admit are refused; naming the input") {
  CHECK(
      OneNode("Sin", 7).error({i64({1}, {1})}) ==
      "InvalidInput: Sin-7 (output 'y0'): input 'input' is a tensor(int64), which its type T does "
      "not admit");
  CHECK(
      OneNode("Add", 14).error({i64({1}, {1}), f32({1}, {1})}) ==
      "InvalidInput: Add-14 (output 'y0'): input 'B' is a tensor(float) where another of type T is "
      "a tensor(int64)");
}

TEST_CASE("A function's body sees the attributes of its call; with defaults") {
  Function function;
  function.domain = "local";
  function.name = "Twice";
  function.inputs = {"x"};
  function.outputs = {"y"};
  function.attributes = {"axis"};
  function.opsets[""] = 13;
  function.body = graph({"x"}, {{"Softmax", {"x"}, {"y"}}}, {"y"});
  function.body.nodes[0].attributes["axis"] = Attribute{"axis", AttributeType::integer, "axis", {}};

  Model model = model_of(graph({"x"}, {{"Twice", {"x"}, {"y"}}}, {"y"}));
  model.opsets["local"] = 1;
  model.graph.nodes[0].domain = "local";
  model.functions = {function};
  const Bindings inputs{{"x", f32({2, 1}, {0, 0})}};
  CHECK(show(evaluate(model, inputs).at(0)) == "float[2, 1] 1 1");
  model.graph.nodes[0].attributes["axis"] =
      Attribute{"axis", AttributeType::integer, "", int64_t{0}};
  CHECK(show(evaluate(model, inputs).at(0)) == "float[2, 1] 0.5 0.5");
}

TEST_CASE("A subgraph sees the names around it") {
  Graph then_branch = graph({}, {{"Add", {"x", "x"}, {"r"}}}, {"r"});
  Graph else_branch = graph({}, {{"Identity", {"x"}, {"r"}}}, {"r"});
  Graph outer = graph({"x", "c"}, {{"If", {"c"}, {"y"}}}, {"y"});
  const auto put = [&](const char* name, const Graph& branch) {
    outer.nodes[0].attributes[name] =
        Attribute{name, AttributeType::graph, "", std::make_shared<const Graph>(branch)};
  };
  put("then_branch", then_branch);
  put("else_branch", else_branch);
  const Model model = model_of(outer);
  CHECK(show(evaluate(model, {{"x", f32({1}, {3})}, {"c", scalar(true)}}).at(0)) == "float[1] 6");
  CHECK(show(evaluate(model, {{"x", f32({1}, {3})}, {"c", scalar(false)}}).at(0)) == "float[1] 3");
}

TEST_CASE("Every named value of the main graph is announced; inputs first") {
  const Model model =
      model_of(graph({"x"}, {{"Add", {"x", "x"}, {"a"}}, {"Add", {"a", "x"}, {"y"}}}, {"y"}));
  std::string seen;
  Options options;
  options.on_value = [&](const std::string& name, const Value& value) {
    seen += name + " " + show(value) + "; ";
  };
  evaluate(model, {{"x", f32({}, {1})}}, options);
  CHECK(seen == "x float[] 1; a float[] 2; y float[] 3; ");
}

TEST_CASE("Every node of the main graph is announced with its inputs and outputs") {
  Graph two = graph({"x"}, {{"Add", {"x", "x"}, {"a"}}, {"Add", {"a", "x"}, {"y"}}}, {"y"});
  two.nodes[1].name = "last";
  std::string seen;
  Options options;
  options.on_node = [&](const Node& node, const Values& inputs, const Values& outputs) {
    seen += label_of(node) + ": " + shown(inputs) + " -> " + shown(outputs) + "\n";
  };
  evaluate(model_of(two), {{"x", f32({}, {1})}}, options);
  CHECK(seen ==
        "Add-13 (output 'a'): float[] 1; float[] 1 -> float[] 2\n"
        "Add-13 'last': float[] 2; float[] 1 -> float[] 3\n");
}

TEST_CASE("Evaluation looks up no schema") {
  const BoundModel model = bind(model_of(doubling()));
  const uint64_t before = schema_lookups();
  const Bindings inputs{{"x", f32({1}, {1})}};
  CHECK(show(etalon::evaluate(model, inputs).at(0)) == "float[1] 2");
  CHECK(schema_lookups() == before);
}

TEST_CASE("The memory limit refuses a result before it is made") {
  Options options;
  options.limits.max_memory = 1 << 20;
  const Model model = model_of(graph({"x", "y"}, {{"Add", {"x", "y"}, {"z"}}}, {"z"}));
  // A column by a row of 1,024 each: 2^20 elements, eight bytes each on the way.
  const Bindings inputs{{"x", f32({1024, 1}, std::vector<double>(1024))},
                        {"y", f32({1, 1024}, std::vector<double>(1024))}};
  CHECK(message(model, inputs, options).starts_with("LimitExceeded: Add-13 (output 'z')"));
  CHECK(message(model, inputs) == "");
}

TEST_CASE("The step limit ends a loop that would not end") {
  const Graph body = graph({"i", "c"}, {{"Identity", {"c"}, {"again"}}}, {"again"});
  Graph outer = graph({"c"}, {{"Loop", {"", "c"}, {}}}, {});
  outer.nodes[0].attributes["body"] =
      Attribute{"body", AttributeType::graph, "", std::make_shared<const Graph>(body)};
  Options options;
  options.limits.max_steps = 1000;
  const std::string told = message(model_of(outer), {{"c", scalar(true)}}, options);
  CHECK(told.starts_with("LimitExceeded: "));
  CHECK(told.ends_with("more than 1000 steps; --max-steps raises the limit"));
}

TEST_CASE("The time limit ends an evaluation") {
  Options options;
  options.limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  CHECK(message(model_of(doubling()), {{"x", f32({1}, {1})}}, options) ==
        "LimitExceeded: the time limit is exceeded");
}

namespace {

Attribute body_attribute(const std::string& name, const Graph& body) {
  return {name, AttributeType::graph, "", std::make_shared<const Graph>(body)};
}

}  // namespace

TEST_CASE("The work limit refuses a matrix product before it is made") {
  const Model model = model_of(graph({"x"}, {{"MatMul", {"x", "x"}, {"y"}}}, {"y"}));
  const Bindings inputs{{"x", f32({100, 100}, std::vector<double>(10'000))}};
  Options options;
  options.limits.max_work = 999'999;  // 100 · 100 · 100 multiply-adds are one more
  CHECK(message(model, inputs, options) ==
        "LimitExceeded: MatMul-13 (output 'y'): more than 999999 units of work; --max-work raises "
        "the limit");
  options.limits.max_work = 10'000'000;
  CHECK(message(model, inputs, options) == "");
}

TEST_CASE("The time limit ends a matrix product") {
  // 2000³ multiply-adds of float64, compensated: some seconds without the limit.
  const Model model = model_of(graph({"x"}, {{"MatMul", {"x", "x"}, {"y"}}}, {"y"}));
  const Bindings inputs{{"x", Tensor::zeros(DType::float64, {2000, 2000})}};
  Options options;
  options.limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  CHECK(message(model, inputs, options) ==
        "LimitExceeded: MatMul-13 (output 'y'): the time limit is exceeded");
}

TEST_CASE("Strings that double in a loop meet the memory limit") {
  const Graph body = graph({"i", "c", "s"},
                           {{"Identity", {"c"}, {"again"}}, {"StringConcat", {"s", "s"}, {"more"}}},
                           {"again", "more"});
  Graph outer = graph({"c", "s"}, {{"Loop", {"", "c", "s"}, {"end"}}}, {"end"});
  outer.nodes[0].attributes["body"] = body_attribute("body", body);
  Options options;
  options.limits.max_memory = 10'000'000;
  const std::string told =
      message(model_of(outer, 20), {{"c", scalar(true)}, {"s", texts({1}, {"ab"})}}, options);
  CHECK(told.starts_with("LimitExceeded: StringConcat-20 (output 'more'): "));
  CHECK(told.find("more bytes on top of") != std::string::npos);
}

TEST_CASE("Strings that do not fit are refused before they are joined") {
  const Model model = model_of(graph({"x"}, {{"StringConcat", {"x", "x"}, {"y"}}}, {"y"}), 20);
  const Bindings inputs{{"x", texts({1}, {std::string(1'000'000, 'a')})}};
  Options options;
  options.limits.max_memory = 2'500'000;
  CHECK(message(model, inputs, options).find(": 2000000 more bytes on top of") !=
        std::string::npos);  // as long as the text; a string that exists takes some bytes more
  CHECK(message(model, inputs) == "");
}

TEST_CASE("Unsqueeze refuses a rank that is not supported before it looks at the axes") {
  const Model model = model_of(graph({"x", "axes"}, {{"Unsqueeze", {"x", "axes"}, {"y"}}}, {"y"}));
  const Bindings inputs{{"x", f32({}, {0})}, {"axes", Tensor::zeros(DType::int64, {1'000'000})}};
  CHECK(message(model, inputs) ==
        "LimitExceeded: Unsqueeze-13 (output 'y'): a shape of rank 1000000; at most 64 is "
        "supported");
}

TEST_CASE("A body with fewer outputs than the node is the model's fault") {
  const Graph branch = graph({}, {{"Identity", {"c"}, {"v"}}}, {"v"});
  Graph outer = graph({"c"}, {{"If", {"c"}, {"y", "z"}}}, {"z"});
  for (const char* name : {"then_branch", "else_branch"}) {
    outer.nodes[0].attributes[name] = body_attribute(name, branch);
  }
  CHECK(message(model_of(outer), {{"c", scalar(true)}}) ==
        "InvalidModel: If-13 (output 'y'): the node has 2 outputs, but its attributes and inputs "
        "give only 1");
}

TEST_CASE("What is not implemented is unsupported and named") {
  Graph unknown = graph({"x"}, {{"NoSuchOperator", {"x"}, {"y"}}}, {"y"});
  CHECK(
      message(model_of(unknown), {{"x", f32({1}, {1})}}) ==
      "Unsupported: NoSuchOperator (output 'y'): operator NoSuchOperator of domain '' at opset 13 "
      "is not known");
}

TEST_CASE("An operator of com.microsoft that is left out for good says why") {
  SmallModel small(20);
  small.input("x", f32({1}, {1})).node("EPContext", {"x"}, {"y"}).output("y");
  small.proto().mutable_graph()->mutable_node(0)->set_domain("com.microsoft");
  onnx::OperatorSetIdProto& opset = *small.proto().add_opset_import();
  opset.set_domain("com.microsoft");
  opset.set_version(1);
  CHECK(
      refusal([&] {
        evaluate(small.model(), {{"x", f32({1}, {1})}});
      }) ==
      "Unsupported: com.microsoft.EPContext-1 (output 'y'): operator com.microsoft.EPContext-1 is "
      "not implemented: a compiled part of a model, in the form of one execution provider");
}

TEST_CASE("Operators of any domain run where their functions travel in the model") {
  for (const char* domain : {"pkg.onnxscript.torch_lib", "pkg.torch.2.9.0", "com.example"}) {
    SmallModel small(20);
    small.input("x", f32({2}, {-1, 2})).node("aten_twice", {"x"}, {"y"}).output("y");
    small.proto().mutable_graph()->mutable_node(0)->set_domain(domain);
    onnx::OperatorSetIdProto& opset = *small.proto().add_opset_import();
    opset.set_domain(domain);
    opset.set_version(1);
    onnx::FunctionProto& function = *small.proto().add_functions();
    function.set_name("aten_twice");
    function.set_domain(domain);
    function.add_input("a");
    function.add_output("b");
    *function.add_opset_import() = small.proto().opset_import(0);
    onnx::NodeProto& node = *function.add_node();
    node.set_op_type("Add");
    node.add_input("a");
    node.add_input("a");
    node.add_output("b");
    const Values outputs = evaluate(small.model(), {{"x", f32({2}, {-1, 2})}});
    CHECK(identical(outputs.at(0).tensor(), f32({2}, {-2, 4})));
  }
}

}  // namespace etalon::test::interpreter_test
