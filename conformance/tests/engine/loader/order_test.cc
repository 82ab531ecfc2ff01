// Nodes that are not in topological order, and opsets that are newer than the schemas.
#include "engine/loader/order.h"

#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/checker.h"

namespace etalon::order_test {
namespace {

using test::f32;
using test::has;
using test::show;
using Sentences = std::vector<std::string>;

std::string node(const std::string& op, const std::vector<std::string>& in, const std::string& out,
                 const std::string& more = "") {
  std::string text = "node { op_type: '" + op + "' output: '" + out + "' " + more;
  for (const std::string& name : in) text += " input: '" + name + "'";
  return text + " } ";
}
std::string branch(const std::string& name, const std::string& body) {
  return "attribute { name: '" + name + "' type: GRAPH g { name: '" + name + "' " + body + " } } ";
}
const std::string x = "input { name: 'x' type { tensor_type { elem_type: 1 } } } ";
const std::string y = "output { name: 'y' type { tensor_type { elem_type: 1 } } } ";

struct Loaded {
  BoundModel model;
  Sentences warnings;
};
Loaded leniently(const std::string& bytes) {
  Sentences warnings;
  BoundModel model = parse_model(
      bytes, {}, {true, [&](const std::string& sentence) { warnings.push_back(sentence); }});
  return {std::move(model), std::move(warnings)};
}
std::string value_of(const BoundModel& model) {
  return show(evaluate(model, {{"x", f32({2}, {1, 2})}}).at(0));
}
Sentences outputs_of(const Graph& graph) {
  Sentences names;
  for (const Node& each : graph.nodes) names.push_back(each.outputs.at(0));
  return names;
}

}  // namespace

TEST_CASE("nodes out of order are sorted on request and the first of them is named") {
  // As a converter writes that appends its casts: y = −|x|, and what need not move stays.
  const std::string bytes =
      model_bytes(x + y + node("Relu", {"x"}, "p") + node("Neg", {"a"}, "y", "name: 'n'") +
                  node("Relu", {"p"}, "q") + node("Abs", {"x"}, "a", "name: 'late'"));
  CHECK(refusal([&] { parse_model(bytes); }) ==
        "InvalidModel: Neg-13 'n': input 'a' is produced by a later node: the nodes are not in "
        "topological order (--lenient sorts them)");
  const Loaded loaded = leniently(bytes);
  CHECK(loaded.warnings == Sentences{"the nodes of graph 'g' are not in topological order and are "
                                     "sorted; the first out of order is Neg 'n', which reads an "
                                     "output of Abs 'late'"});
  CHECK(outputs_of(loaded.model.graph) == Sentences{"p", "q", "a", "y"});
  CHECK(value_of(loaded.model) == "float[2] -1 -2");
}

TEST_CASE("nodes in order are not moved and nothing is said") {
  const Loaded loaded = leniently(model_bytes(
      x + y + node("Abs", {"x"}, "b") + node("Abs", {"x"}, "a") + node("Add", {"a", "b"}, "y")));
  CHECK(loaded.warnings.empty());
  CHECK(outputs_of(loaded.model.graph) == Sentences{"b", "a", "y"});
}

TEST_CASE("graphs inside nodes and functions are sorted and count for the order around them") {
  // The branch reads `a` of the graph around it, which a later node makes.
  const std::string out = "output { name: 'r' } ";
  const std::string unsorted = node("Neg", {"s"}, "r") + node("Abs", {"a"}, "s") + out;
  const std::string c = "initializer { name: 'c' data_type: 9 int32_data: 1 } ";
  const Loaded loaded = leniently(model_bytes(
      x + y + c +
      node("If", {"c"}, "y", branch("then_branch", unsorted) + branch("else_branch", unsorted)) +
      node("Add", {"x", "x"}, "a")));
  REQUIRE(loaded.warnings.size() == 3);
  CHECK(has(loaded.warnings[0], "the nodes of graph 'then_branch'"));
  CHECK(has(loaded.warnings[2],
            "the first out of order is If (output 'y'), which reads an output "
            "of Add (output 'a')"));
  CHECK(value_of(loaded.model) == "float[2] -2 -4");
  const Loaded function = leniently(model_bytes(
      x + y + node("p", {"x"}, "y", "domain: 'f'"),
      "opset_import { domain: 'f' version: 1 } functions { domain: 'f' name: 'p' input: 'a' "
      "output: 'b' opset_import { version: 13 } " +
          node("Neg", {"c"}, "b") + node("Abs", {"a"}, "c") + "}"));
  REQUIRE(function.warnings.size() == 1);
  CHECK(has(function.warnings[0], "the nodes of function 'p'"));
  CHECK(value_of(function.model) == "float[2] -1 -2");
}

TEST_CASE("a cycle is refused by name or sorted or not") {
  const std::string bytes =
      model_bytes(x + y + node("Add", {"x", "b"}, "a", "name: 'first'") + node("Neg", {"a"}, "y") +
                  node("Neg", {"a"}, "b", "name: 'back'"));
  const std::string cycle =
      "InvalidModel: Add-13 'first': input 'b' is produced by a later node: the nodes form a "
      "cycle: "
      "Add-13 'first' reads Neg-13 'back' reads Add-13 'first'";
  CHECK(refusal([&] { parse_model(bytes); }) == cycle);
  CHECK(refusal([&] { leniently(bytes); }) == cycle);
  CHECK(refusal([&] {
          leniently(message<onnx::ModelProto>("ir_version: 8").SerializeAsString());
        }) == "InvalidModel: the model has no graph");
  // A node that only needs the cycle is not of it.
  const std::string behind =
      model_bytes(x + y + node("Abs", {"a"}, "y") + node("Neg", {"a"}, "a", "name: 'own'"));
  CHECK(refusal([&] {
          leniently(behind);
        }).ends_with("the nodes form a cycle: Neg-13 'own' reads Neg-13 'own'"));
}

std::string of_opset(const std::string& imports, const std::string& graph) {
  return message<onnx::ModelProto>("ir_version: 8 " + imports + " graph { name: 'g' " + graph + "}")
      .SerializeAsString();
}
const std::string newer = "opset_import { version: 99 } ";

TEST_CASE("at an opset newer than the schemas; operators are those of the newest known versions") {
  const Loaded loaded = leniently(of_opset(newer, x + y + node("Softmax", {"x"}, "y")));
  CHECK(loaded.warnings ==
        Sentences{"the model imports opset 99 of ai.onnx, newer than this Etalon knows (28): each "
                  "operator is evaluated by its newest known version"});
  CHECK(loaded.model.graph.nodes[0].schema->label() == "Softmax-13");
  CHECK(show(evaluate(loaded.model, {{"x", f32({2}, {3, 3})}}).at(0)) == "float[2] 0.5 0.5");
  const std::string ml = "opset_import { domain: 'ai.onnx.ml' version: 99 } ";
  const Loaded other = leniently(of_opset(ml + newer, x));
  REQUIRE(other.warnings.size() == 2);
  CHECK(has(other.warnings[0], "opset 99 of 'ai.onnx.ml', newer than"));
  CHECK(opset_warnings(model_of(x)).empty());
}

TEST_CASE("at an opset newer than the schemas; what is unknown is unsupported not invalid") {
  const auto refused = [](const std::string& graph) {
    return refusal([&] { parse_model(of_opset(newer, graph)); });
  };
  CHECK(refused(x + y + node("Brandnew", {"x"}, "y")) ==
        "Unsupported: Brandnew (output 'y'): operator 'Brandnew' of ai.onnx is not known at opset "
        "99, which is newer than 28, the newest known");
  CHECK(
      refused(x + y + node("Softmax", {"x"}, "y", "attribute { name: 'k' type: INT i: 1 }")) ==
      "Unsupported: Softmax-13 (output 'y'): Softmax-13 has no attribute 'k' (opset 99 of ai.onnx "
      "is newer than 28, the newest known, and may have changed the operator)");
  CHECK(refused(x + y + node("Upsample", {"x", "x"}, "y"))
            .starts_with(
                "InvalidModel: Upsample-10 (output 'y'): operator 'Upsample' was withdrawn"));
  const BoundModel model =
      parse_model(of_opset(newer, "input { name: 'x' type { tensor_type { elem_type: 8 } } } " + y +
                                      node("Softmax", {"x"}, "y")));
  CHECK(refusal([&] {
          evaluate(model, {{"x", Tensor::zeros(DType::string, {1})}});
        }).starts_with("Unsupported: Softmax-13 (output 'y'): input 'input' is a tensor(string)"));
}

}  // namespace etalon::order_test
