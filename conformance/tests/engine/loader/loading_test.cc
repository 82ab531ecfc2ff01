// Reading models: what of a file ends up where in the Model, and what each check refuses.
#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/catch.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"

namespace etalon::loading_test {
namespace {

const std::string x_input = R"(input { name: "x" type { tensor_type { elem_type: 1 } } } )";

std::string input(const std::string& name, int type = 1) {
  return "input { name: '" + name + "' type { tensor_type { elem_type: " + std::to_string(type) +
         " } } } ";
}
std::string output(const std::string& name) { return "output { name: '" + name + "' } "; }
std::string node(const std::string& op, const std::string& from, const std::string& to,
                 const std::string& more = "") {
  return "node { op_type: '" + op + "' input: '" + from + "' output: '" + to + "' " + more + " } ";
}
std::string graph_attribute(const std::string& name, const std::string& graph) {
  return "attribute { name: '" + name + "' type: GRAPH g { name: 'inner' " + graph + " } } ";
}

using Names = std::vector<std::string>;

TEST_CASE("a model's graph is read with its names and types and symbols and initializers") {
  const Model model = model_of(R"(
    input { name: "x" type { tensor_type { elem_type: 1 shape {
      dim { dim_param: "N" } dim { dim_value: 3 } dim {} dim { dim_value: -1 } } } } }
    initializer { name: "w" dims: 2 data_type: 7 int64_data: 5 int64_data: -6 }
    node { name: "n" op_type: "Add" domain: "ai.onnx" input: "x" input: "w" output: "y" }
    output { name: "y" })");
  CHECK(model.ir_version == 8);
  CHECK(model.opsets == Opsets{{"", 13}});
  REQUIRE(model.graph.inputs.size() == 1);
  const Type& type = model.graph.inputs[0].type;
  CHECK(to_string(type) == "tensor(float)");
  CHECK(*type.shape == std::vector<Dim>{Dim("N"), Dim(int64_t{3}), Dim(), Dim()});
  CHECK(model.graph.initializers.at("w").tensor().ints() == std::vector<int64_t>{5, -6});
  REQUIRE(model.graph.nodes.size() == 1);
  CHECK(model.graph.nodes[0].name == "n");
  CHECK(model.graph.nodes[0].domain.empty());
  CHECK(model.graph.nodes[0].inputs == Names{"x", "w"});
}

TEST_CASE("a model without opset imports is of opset 1") {
  const std::string bytes = message<onnx::ModelProto>("ir_version: 1 graph { " + input("x") +
                                                      node("Relu", "x", "y") + output("y") + "}")
                                .SerializeAsString();
  CHECK(parse_model(bytes).opsets == Opsets{{"", 1}});
}

TEST_CASE("ai.onnx and the empty domain are one import") {
  CHECK(model_of("", "opset_import { domain: 'ai.onnx' version: 13 }").opsets.size() == 1);
  CHECK(model_refusal("", "opset_import { domain: 'ai.onnx' version: 12 }") ==
        "InvalidModel: domain 'ai.onnx' is imported twice, with opsets 13 and 12");
}

TEST_CASE("versions that are missing or unknown or too new are refused") {
  const auto refuse = [](const std::string& text) {
    return refusal([&] { parse_model(message<onnx::ModelProto>(text).SerializeAsString()); });
  };
  CHECK(refuse("graph {}") == "InvalidModel: the model has no ir_version");
  CHECK(refuse("ir_version: 8") == "InvalidModel: the model has no graph");
  CHECK(refuse("ir_version: 999 graph {}") ==
        "Unsupported: the model's ir_version 999 is newer than 14, the newest supported");
  CHECK(refuse("ir_version: 8 graph {} opset_import { version: 0 }") ==
        "InvalidModel: domain ai.onnx is imported with opset 0, which is less than 1");
}

TEST_CASE("a file that cannot be read is refused by name") {
  const TemporaryFolder folder;
  CHECK(refusal([] { load_model("missing.onnx"); }) ==
        "InvalidModel: cannot read 'missing.onnx': No such file or directory");
  CHECK(refusal([&] { load_model(folder.path()); }) ==
        "InvalidModel: cannot read '" + folder.path().native() + "': not a regular file");
}

TEST_CASE("a file that is not a model is refused by name") {
  const TemporaryFolder folder;
  const auto file = write_in(folder, "text.onnx", "no model at all");
  CHECK(refusal([&] { load_model(file); }) ==
        "InvalidModel: the model '" + file.native() +
            "' is not a valid ONNX protobuf: truncated, malformed or nested too deeply");
}

TEST_CASE("load_model reads what parse_model reads") {
  const TemporaryFolder folder;
  const auto file =
      write_in(folder, "m.onnx", model_bytes(x_input + node("Relu", "x", "y") + output("y")));
  CHECK(load_model(file).graph.nodes.size() == 1);
}

TEST_CASE("attributes keep their type and value") {
  const Model model = model_of(x_input + R"(
    node { op_type: "LSTM" input: "x" input: "x" input: "x" output: "y"
      attribute { name: "hidden_size" type: INT i: 4 }
      attribute { name: "clip" type: FLOAT f: 0.5 }
      attribute { name: "direction" type: STRING s: "forward" }
      attribute { name: "activations" type: STRINGS strings: "Tanh" strings: "\377" }
      attribute { name: "activation_alpha" type: FLOATS } })");
  const Attributes& attributes = model.graph.nodes[0].attributes;
  CHECK(std::get<int64_t>(attributes.at("hidden_size").value) == 4);
  CHECK(std::get<float>(attributes.at("clip").value) == 0.5F);
  CHECK(std::get<std::string>(attributes.at("direction").value) == "forward");
  CHECK(std::get<Names>(attributes.at("activations").value) == Names{"Tanh", "\xFF"});
  CHECK(std::get<std::vector<float>>(attributes.at("activation_alpha").value).empty());
}

TEST_CASE("an attribute without a type has that of its value") {
  const Model model =
      model_of(x_input + node("Flatten", "x", "y", "attribute { name: 'axis' i: 2 }"));
  const Attribute& axis = model.graph.nodes[0].attributes.at("axis");
  CHECK(axis.type == AttributeType::integer);
  CHECK(std::get<int64_t>(axis.value) == 2);
}

TEST_CASE("an integer attribute whose field is left out is 0") {
  const Model model =
      model_of(x_input + node("Flatten", "x", "y", "attribute { name: 'axis' type: INT }"));
  CHECK(std::get<int64_t>(model.graph.nodes[0].attributes.at("axis").value) == 0);
}

TEST_CASE("malformed attributes are refused; naming node and attribute") {
  const auto refuse = [](const std::string& attributes) {
    return model_refusal(x_input + node("Flatten", "x", "y", "name: 'f' " + attributes));
  };
  const std::string front = "InvalidModel: Flatten 'f': ";
  CHECK(refuse("attribute { name: 'axis' i: 1 f: 2 }") ==
        front + "attribute 'axis' has both a value of type float and one of type int");
  CHECK(refuse("attribute { name: 'axis' type: INT f: 2 }") ==
        front + "attribute 'axis' is declared int but has a value of type float");
  CHECK(refuse("attribute { name: 'axis' }") ==
        front + "attribute 'axis' has neither type nor value");
  CHECK(refuse("attribute { name: 'axis' type: GRAPH }") ==
        front + "attribute 'axis' of type graph has no value");
  CHECK(refuse("attribute { name: 'axis' i: 1 } attribute { name: 'axis' i: 1 }") ==
        front + "attribute 'axis' is given twice");
  CHECK(refuse("attribute { i: 1 }") == front + "an attribute has no name");
  // Once the node is read and bound, its name has the operator's version.
  const std::string bound = "InvalidModel: Flatten-13 'f': ";
  CHECK(refuse("attribute { name: 'axis' type: FLOAT f: 1 }") ==
        bound + "attribute 'axis' is of type float where int is expected");
  CHECK(refuse("attribute { name: 'axes' i: 1 }") == bound + "Flatten-13 has no attribute 'axes'");
  CHECK(refuse("attribute { name: '__private' i: 1 }").empty());
  CHECK(model_refusal(x_input + node("Cast", "x", "y")) ==
        "InvalidModel: Cast-13 (output 'y'): attribute 'to' is missing");
}

TEST_CASE("a node has the inputs and outputs that its schema allows") {
  CHECK(model_refusal(x_input + node("Add", "x", "y")) ==
        "InvalidModel: Add-13 (output 'y'): it has 1 inputs where it takes 2");
  CHECK(model_refusal(x_input + node("Relu", "x", "y", "output: 'z'")) ==
        "InvalidModel: Relu-13 (output 'y'): it has 2 outputs where it takes 1");
  CHECK(model_refusal("node { op_type: 'Concat' output: 'y' "
                      "attribute { name: 'axis' i: 0 } }") ==
        "InvalidModel: Concat-13 (output 'y'): it has 0 inputs where it takes 1 or more");
  CHECK(model_refusal(x_input + node("Add", "", "y", "input: 'x'")) ==
        "InvalidModel: Add-13 (output 'y'): input 'A' is required and has no name");
  CHECK(model_refusal(x_input + node("Clip", "x", "y", "input: '' input: ''")).empty());
}

TEST_CASE("unknown operators and domains and opsets give different errors") {
  CHECK(model_refusal(x_input + node("Frobnicate", "x", "y")) ==
        "InvalidModel: Frobnicate (output 'y'): operator 'Frobnicate' is not in ai.onnx at opset "
        "13");
  CHECK(model_refusal(x_input + node("Gelu", "x", "y")) ==
        "InvalidModel: Gelu (output 'y'): operator 'Gelu' is not in ai.onnx at opset 13");
  CHECK(model_refusal(x_input + node("Op", "x", "y", "domain: 'com.example'")) ==
        "InvalidModel: com.example.Op (output 'y'): domain 'com.example' is not imported");
  CHECK(model_refusal(x_input + node("Op", "x", "y", "domain: 'com.example'"),
                      "opset_import { domain: 'com.example' version: 1 }") ==
        "Unsupported: com.example.Op (output 'y'): operator 'Op' is in domain 'com.example', "
        "which has no known operators");
  CHECK(model_refusal(x_input + node("Op", "x", "y", "domain: 'com.example'") +
                          node("Op", "y", "z", "domain: 'com.example'") +
                          node("B", "y", "b", "domain: 'com.example'") +
                          node("A", "y", "a", "domain: 'org'") +
                          node("A", "y", "aa", "domain: 'org'"),
                      "opset_import { domain: 'com.example' version: 1 } "
                      "opset_import { domain: 'org' version: 1 }") ==
        "Unsupported: com.example.Op (output 'y'): operator 'Op' is in domain 'com.example', "
        "which has no known operators; also unknown: com.example.B (1 node), org.A (2 nodes)");
  CHECK(model_refusal(x_input + node("Gelu", "x", "y") + node("Relu", "y", "z") +
                          node("Mish", "z", "a") + node("Mish", "a", "b") +
                          node("Op", "y", "c", "domain: 'com.example'"),
                      "opset_import { domain: 'com.example' version: 1 }") ==
        "InvalidModel: Gelu (output 'y'): operator 'Gelu' is not in ai.onnx at opset 13; also "
        "unknown: ai.onnx.Mish (2 nodes), com.example.Op (1 node)");
  CHECK(model_refusal(x_input + node("Relu", "x", "y", "overload: 'o'")) ==
        "InvalidModel: Relu (output 'y'): the model has no function 'Relu' of domain ai.onnx with "
        "overload 'o'");
}

// A node of domain thinker that reads x and makes y.
std::string dialect_node(const std::string& op, const std::string& attributes = "") {
  return x_input + node(op, "x", "y", "domain: 'thinker' " + attributes);
}
const std::string dialect = "opset_import { domain: 'thinker' version: 1 }";
const std::string extra = "attribute { name: 'extra' type: INT i: 1 } ";
const std::string scale = "attribute { name: 'scale_x' type: FLOAT f: 2 } ";

TEST_CASE("an operator that a dialect's list lacks is unsupported not wrong") {
  for (const char* op : {"BmmInt", "SoftmaxInt", "LayerNormInt", "iqPad"}) {
    CHECK(model_refusal(dialect_node(op), dialect) ==
          fmt::format("Unsupported: thinker.{0} (output 'y'): operator '{0}' of domain 'thinker' "
                      "is not among those that are known",
                      op));
  }
  CHECK(model_refusal(dialect_node("Abs"), dialect) ==
        "InvalidModel: thinker.Abs (output 'y'): operator 'Abs' is not in 'thinker' at opset 1");
}

TEST_CASE("a value that would change a dialect's arithmetic is unsupported not ignored") {
  const auto refused = [](const std::string& op, const std::string& attributes) {
    return model_refusal(x_input + "node { op_type: '" + op +
                             "' domain: 'thinker' input: ['x', 'x'] output: 'y' " + attributes +
                             " }",
                         dialect);
  };
  const auto text = [](const std::string& name, const std::string& value) {
    return "attribute { name: '" + name + "' type: STRING s: '" + value + "' } ";
  };
  std::string scales;
  for (const char* name : {"scale_x", "scale_y", "scale_o"}) {
    scales += fmt::format("attribute {{ name: '{}' type: FLOAT f: 1 }} ", name);
  }
  const std::string place = "Unsupported: thinker.iqAdd-1 (output 'y'): attribute ";
  CHECK(refused("iqAdd", scales + text("mode", "Non_t710_mode")).empty());
  CHECK(refused("iqAdd", scales + text("mode", "t710_mode")) ==
        place + "mode is 't710_mode', and only Non_t710_mode is supported");
  CHECK(refused("iqAdd", scales + text("castor_mode", "arcs")) ==
        place + "castor_mode is 'arcs', and only luna is supported");
  CHECK(refused("iqAdd", scales + "attribute { name: 'data_bits' type: INT i: 4 }") ==
        place + "data_bits is '4', and only 8 is supported");
  // Seen only when the function that gives the value is called.
  const std::string call = input("x", 3) +
                           "node { op_type: 'F' domain: 'f' input: 'x' output: 'y' " +
                           text("m", "t710_mode") + "}";
  const std::string function =
      dialect +
      " opset_import { domain: 'f' version: 1 } functions { name: 'F' domain: 'f' "
      "input: 'a' output: 'b' attribute: 'm' opset_import { domain: 'thinker' version: 1 } "
      "node { op_type: 'iqAdd' domain: 'thinker' input: ['a', 'a'] output: 'b' " +
      scales + "attribute { name: 'mode' type: STRING ref_attr_name: 'm' } } }";
  const BoundModel model = model_of(call, function);
  CHECK(refusal([&] {
          evaluate(model, {{"x", Tensor::zeros(DType::int8, {1})}});
        }).ends_with("attribute mode is 't710_mode', and only Non_t710_mode is supported"));
}

TEST_CASE("an attribute that a dialect's operator lacks is refused or ignored on request") {
  const std::string bytes = model_bytes(dialect_node("Quant", scale + extra), dialect);
  CHECK(refusal([&] { parse_model(bytes); }) ==
        "InvalidModel: thinker.Quant-1 (output 'y'): thinker.Quant-1 has no attribute 'extra' that "
        "is known; --ignore-attributes extra leaves it out");
  const TemporaryFolder folder;
  const std::filesystem::path file = write_in(folder, "m.onnx", bytes);
  std::string said;
  const auto say = [&](std::string_view node, std::string_view attribute) {
    said += fmt::format("{}: {}; ", node, attribute);
  };
  // What the operator knows is never ignored, and what a node does not have is not reported.
  const BoundModel model = load_model(file, {{"extra", "scale_x", "other"}, say});
  CHECK(said == "thinker.Quant-1 (output 'y'): extra; ");
  CHECK(model.graph.nodes[0].attributes.count("scale_x") == 1);
  CHECK(model.graph.nodes[0].attributes.count("extra") == 0);
  const std::string plain = model_bytes(x_input + node("Relu", "x", "y", extra));
  CHECK(refusal([&] {
          load_model(write_in(folder, "plain.onnx", plain), {{"extra"}, say});
        }) == "InvalidModel: Relu-13 (output 'y'): Relu-13 has no attribute 'extra'");
}

TEST_CASE("an operator is refused from the opset that withdraws it") {
  CHECK(model_refusal(input("s") + x_input + node("Upsample", "x", "y", "input: 's'")) ==
        "InvalidModel: Upsample-10 (output 'y'): operator 'Upsample' was withdrawn in opset 10");
}

TEST_CASE("values are defined once and before they are read") {
  CHECK(model_refusal(x_input + node("Relu", "a", "y") + node("Relu", "x", "a")) ==
        "InvalidModel: Relu-13 (output 'y'): input 'a' is produced by a later node: the nodes are "
        "not in topological order (--lenient sorts them)");
  CHECK(model_refusal(node("Relu", "a", "a")) ==
        "InvalidModel: Relu-13 (output 'a'): input 'a' is produced by the node itself: the nodes "
        "form a cycle: Relu-13 (output 'a') reads Relu-13 (output 'a')");
  CHECK(model_refusal(node("Relu", "a", "y")) ==
        "InvalidModel: Relu-13 (output 'y'): nothing defines its input 'a'");
  CHECK(model_refusal(x_input + node("Relu", "x", "x")) ==
        "InvalidModel: Relu-13 (output 'x'): the name 'x' is defined twice");
  CHECK(model_refusal(x_input + output("y")) ==
        "InvalidModel: nothing defines output 'y' of graph 'g'");
  CHECK(model_refusal(x_input + x_input) == "InvalidModel: the name 'x' is defined twice");
  CHECK(model_refusal("input { name: 'x' }") == "InvalidModel: input 'x' of the model has no type");
}

TEST_CASE("initializers may be inputs too; of the same type") {
  const std::string w = "initializer { name: 'w' data_type: 1 float_data: 1 } ";
  CHECK(model_refusal(w).empty());
  CHECK(model_refusal(w + input("w")).empty());
  CHECK(model_refusal(w + input("w", 7)) ==
        "InvalidModel: initializer 'w' is a tensor(float) where the input of that name is a "
        "tensor(int64)");
  CHECK(model_refusal(w + w) == "InvalidModel: initializer 'w' is given twice");
  CHECK(model_refusal("initializer { data_type: 1 float_data: 1 }") ==
        "InvalidModel: graph 'g' has an initializer without a name");
}

TEST_CASE("a sparse initializer is kept sparse") {
  const Model model = model_of(R"(sparse_initializer {
    values { name: "s" dims: 2 data_type: 1 float_data: 1.5 float_data: 2.5 }
    indices { dims: 2 data_type: 7 int64_data: 1 int64_data: 5 } dims: 2 dims: 3 })");
  CHECK(identical(dense(model.graph.initializers.at("s").sparse()),
                  Tensor::of(DType::float32, Reals{{0, 1.5, 0}, {0, 0, 2.5}})));
}

const std::string condition = input("c", 9);

std::string if_node(const std::string& then_graph, const std::string& else_graph) {
  return node(
      "If", "c", "y",
      graph_attribute("then_branch", then_graph) + graph_attribute("else_branch", else_graph));
}

TEST_CASE("a graph inside another sees the names before its node and defines new ones") {
  const std::string good = node("Relu", "a", "p") + output("p");
  const std::string before = condition + x_input + node("Relu", "x", "a");
  const Model model = model_of(before + if_node(good, node("Neg", "x", "q") + output("q")));
  const Attributes& attributes = model.graph.nodes[1].attributes;
  const auto branch = [&](const char* name) {
    return std::get<std::shared_ptr<const Graph>>(attributes.at(name).value);
  };
  CHECK(branch("then_branch")->captured == Names{"a"});
  CHECK(branch("else_branch")->captured == Names{"x"});
  CHECK(
      model_refusal(condition + x_input + if_node(good, good) + node("Relu", "x", "a")) ==
      "InvalidModel: If-13 (output 'y'): input 'a' is produced by a later node: the nodes are not "
      "in topological order (--lenient sorts them)");
  CHECK(model_refusal(condition + x_input + if_node(good, good)) ==
        "InvalidModel: Relu-13 (output 'p'): nothing defines its input 'a'");
  const std::string shadow = node("Relu", "x", "a") + output("a");
  CHECK(model_refusal(before + if_node(shadow, good)) ==
        "InvalidModel: Relu-13 (output 'a'): the name 'a' is defined twice");
}

TEST_CASE("inputs and initializers of a graph inside another may hide names around it") {
  const std::string scalar = "type { tensor_type { elem_type: 7 shape { } } } ";
  const std::string flag = "type { tensor_type { elem_type: 9 shape { } } } ";
  // Twice x = x + x, under the names of the graph around; the body's 3 is not the graph's.
  const std::string body = "input { name: 'm' " + scalar + "} input { name: 'c' " + flag + "} " +
                           x_input + "initializer { name: 'w' data_type: 1 float_data: 3 } " +
                           node("Identity", "c", "c2") +
                           "node { op_type: 'Add' input: ['x', 'x'] output: 's' } "
                           "node { op_type: 'Mul' input: ['s', 'w'] output: 'z' } " +
                           output("c2") + output("z");
  const std::string graph = x_input +
                            "initializer { name: 'm' data_type: 7 int64_data: 2 } "
                            "initializer { name: 'c' data_type: 9 int32_data: 1 } "
                            "initializer { name: 'w' data_type: 1 float_data: 5 } "
                            "node { op_type: 'Loop' input: ['m', 'c', 'x'] output: 'l' " +
                            graph_attribute("body", body) +
                            "} node { op_type: 'Mul' input: ['l', 'w'] output: 'y' } " +
                            output("y");
  const BoundModel model = model_of(graph);
  const Tensor one = Tensor::of(DType::float32, Reals{1});
  CHECK(evaluate(model, {{"x", one}}).at(0).tensor().as<double>()(0) == 2 * 3 * 2 * 3 * 5);
  // Twice in one graph stays an error.
  CHECK(
      model_refusal(condition + x_input + if_node(x_input + x_input + output("x"), output("x"))) ==
      "InvalidModel: If-13 (output 'y'): the name 'x' is defined twice");
}

TEST_CASE("sibling graphs may use the same names") {
  const std::string branch = node("Relu", "x", "p") + output("p");
  CHECK(model_refusal(condition + x_input + if_node(branch, branch)).empty());
}

TEST_CASE("each value's last use is known; reads by inner graphs included") {
  const std::string branch = node("Neg", "b", "p") + output("p");
  const Model model = model_of(condition + x_input + node("Relu", "x", "a") +
                               node("Abs", "x", "b") + node("Neg", "a", "dead") +
                               if_node(branch, branch) + node("Abs", "y", "z") + output("z"));
  const std::vector<Names> expected = {{}, {"x"}, {"a", "dead"}, {"b", "c"}};
  CHECK(model.graph.last_use == expected);
  CHECK(model.graph.captured.empty());
}

const std::string imports_f = "opset_import { domain: 'f' version: 1 } ";

std::string function(const std::string& name, const std::string& body,
                     const std::string& more = "") {
  return "functions { domain: 'f' name: '" + name + "' input: 'a' output: 'b' " + body +
         " opset_import { version: 13 } " + more + " } ";
}

TEST_CASE("functions are found by domain and name and overload") {
  const std::string body = node("Relu", "a", "b");
  const Model model = model_of(
      "", function("q", body) + function("p", body) + function("p", body, "overload: 'o'"));
  REQUIRE(model.functions.size() == 3);
  CHECK(model.function("f", "p", "")->overload.empty());
  CHECK(model.function("f", "p", "o")->overload == "o");
  CHECK(model.function("f", "q", "")->body.nodes[0].op_type == "Relu");
  CHECK(model.function("f", "r", "") == nullptr);
  CHECK(model.function("", "p", "") == nullptr);
}

TEST_CASE("a function's attributes and defaults are those its body refers to") {
  const std::string body =
      node("Flatten", "a", "b", "attribute { name: 'axis' ref_attr_name: 'n' type: INT }");
  const Model model = model_of("", function("p", body, "attribute_proto { name: 'n' i: 3 }"));
  const Function& p = *model.function("f", "p", "");
  CHECK(std::get<int64_t>(p.defaults.at("n").value) == 3);
  CHECK(p.body.nodes[0].attributes.at("axis").ref_name == "n");
  CHECK(model_refusal("", function("p", body, "attribute: 'n'")).empty());
  CHECK(model_refusal("", function("p", body)) ==
        "InvalidModel: Flatten-13 (output 'b'): attribute 'axis' refers to 'n', which the function "
        "does not have");
  CHECK(model_refusal("", function("p", body, "attribute_proto { name: 'n' f: 3 }")) ==
        "InvalidModel: Flatten-13 (output 'b'): attribute 'n' is of type float where int is "
        "expected");
  CHECK(
      model_refusal("", function("p", body, "attribute: 'n' attribute_proto { name: 'n' i: 3 }")) ==
      "InvalidModel: function 'f.p': attribute 'n' is declared twice");
  CHECK(model_refusal(x_input + node("Flatten", "x", "y",
                                     "attribute { name: 'axis' ref_attr_name: 'n' type: INT }")) ==
        "InvalidModel: Flatten-13 (output 'y'): attribute 'axis' refers to 'n' outside a function");
}

TEST_CASE("a call gives a function no more than it declares") {
  const std::string p = imports_f + function("p", node("Relu", "a", "b"), "attribute: 'n'");
  const auto call = [&](const std::string& more) {
    return model_refusal(x_input + node("p", "x", "y", "domain: 'f' " + more), p);
  };
  CHECK(call("attribute { name: 'n' i: 1 }").empty());
  CHECK(call("attribute { name: 'm' i: 1 }") ==
        "InvalidModel: f.p (output 'y'): the function has no attribute 'm' (IR.md: the set of "
        "attributes specified in a node MUST satisfy the constraints imposed by the signature of "
        "the node's operator)");
  CHECK(call("input: 'x'") ==
        "InvalidModel: f.p (output 'y'): it has 2 inputs where it takes 0 to "
        "1");
}

TEST_CASE("a function's body sees its own inputs alone and its own opsets") {
  CHECK(model_refusal(x_input, function("p", node("Relu", "x", "b"))) ==
        "InvalidModel: Relu-13 (output 'b'): nothing defines its input 'x'");
  CHECK(model_refusal("", "functions { domain: 'f' name: 'p' input: 'a' output: 'b' " +
                              node("Relu", "a", "b") + "}") ==
        "InvalidModel: Relu (output 'b'): domain ai.onnx is not imported");
}

TEST_CASE("training graphs are read and see the model's initializers") {
  const Model model = model_of("initializer { name: 'w' data_type: 1 float_data: 1 }", R"(
    training_info {
      algorithm { node { op_type: "Neg" input: "w" output: "v" } output { name: "v" } }
      update_binding { key: "w" value: "v" } })");
  REQUIRE(model.training.size() == 1);
  CHECK(model.training[0].algorithm.nodes.size() == 1);
  CHECK(model.training[0].update_binding[0].second == "v");
}

TEST_CASE("a model of ir_version 3 or newer without opset imports is refused") {
  for (const int version : {3, 8}) {
    const std::string bytes =
        message<onnx::ModelProto>(fmt::format("ir_version: {} graph {{ ", version) + input("x") +
                                  node("Relu", "x", "y") + output("y") + "}")
            .SerializeAsString();
    CHECK(refusal([&] { parse_model(bytes); }) ==
          fmt::format("InvalidModel: the model has no opset_import, which a model of ir_version {} "
                      "needs: it states the version of each operator set that the model uses",
                      version));
  }
}

TEST_CASE("a map type without value_type is refused") {
  CHECK(model_refusal("input { name: 'm' type { map_type { key_type: 7 } } }") ==
        "InvalidModel: value 'm': a map type has no value_type");
}

}  // namespace
}  // namespace etalon::loading_test
