#include "conformance/generate/graph_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "conformance/bounds/bodies.h"
#include "conformance/bounds/body_text.h"
#include "conformance/cases/function_bodies.h"
#include "conformance/common/usage_error.h"
#include "conformance/generate/drafting.h"
#include "conformance/generate/graph_case.h"
#include "conformance/generate/graph_moves.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/rules.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/operator.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr int most_pair_draws = 200;
constexpr const char* body_domain = "body";

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

// The pair with the outputs of `before`, if `after` has them, too: with the same digits, or within
// what the usual tolerance allows.
GraphPair settled_pair(GraphPair pair, const onnx::ModelProto& before,
                       const onnx::ModelProto& after, const CaseValues& inputs,
                       const Options& evaluation) {
  const CaseFiles files = proved_case(before, inputs, evaluation);
  pair.before = files.model;
  pair.after = after.SerializeAsString();
  pair.set = files.sets.at(0);
  const BoundModel bound = parse_model(pair.after);
  const Values outputs = evaluate(bound, Bindings(inputs.begin(), inputs.end()), {});
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Value& expected = pair.set.outputs.at(i).second;
    pair.same_digits &= serialize_value(outputs[i], "") == serialize_value(expected, "");
  }
  return pair;
}

// --- folding

bool can_fold(const onnx::NodeProto& node, const std::set<std::string>& constants,
              const std::set<std::string>& tensors) {
  if (!node.domain().empty() || node.op_type() == "Constant") return node.domain().empty();
  if (node.op_type() == "Shape") return tensors.contains(node.input(0));
  return std::all_of(node.input().begin(), node.input().end(), [&](const std::string& input) {
    return input.empty() || constants.contains(input);
  });
}

bool has_graph(const onnx::NodeProto& node) {
  return std::any_of(node.attribute().begin(), node.attribute().end(),
                     [](const onnx::AttributeProto& attribute) { return attribute.has_g(); });
}

// Replaces nodes of constants by their results; the number of them, but for Constant nodes.
size_t fold(GraphDraft& g, onnx::GraphProto& graph) {
  std::set<std::string> constants;
  std::set<std::string> tensors;
  for (const onnx::TensorProto& tensor : graph.initializer()) constants.insert(tensor.name());
  for (const std::string& name : g.tensors()) tensors.insert(name);
  size_t folded = 0;
  Nodes kept;
  for (const onnx::NodeProto& node : graph.node()) {
    const bool plain = std::all_of(node.output().begin(), node.output().end(),
                                   [&](const std::string& name) { return tensors.contains(name); });
    if (has_graph(node) || !plain || !can_fold(node, constants, tensors)) {
      *kept.Add() = node;
      continue;
    }
    for (const std::string& output : node.output()) {
      constants.insert(output);
      write_tensor(g.tensor(output), output, *graph.add_initializer());
    }
    if (node.op_type() != "Constant") ++folded;
  }
  *graph.mutable_node() = kept;
  return folded;
}

GraphPair draw_folding(Draw& draw, const Options& evaluation) {
  GraphDraft g(draw, static_cast<int>(draw.between(oldest_graph_opset, newest_opset(""))),
               DType::float32, evaluation);
  const GraphChoice choice{
      .most_nodes = 20,
      .pattern = draw.pick<std::string>(
          {"folded_weights", "shape_arithmetic", "expand_add", "constant_of_shape", "qdq_conv"}),
      .opset = g.opset()};
  std::string patterns;
  grow_graph(g, choice, patterns);
  const onnx::ModelProto before = g.model(graph_outputs(g));
  onnx::ModelProto after = before;
  const size_t folded = fold(g, *after.mutable_graph());
  if (folded == 0) throw InvalidInput("nothing can be folded");
  GraphPair pair;
  pair.kind = "folding";
  pair.of = fmt::format("{} node{} folded", folded, folded == 1 ? "" : "s");
  return settled_pair(std::move(pair), before, after, g.inputs(), evaluation);
}

// --- upgrade

bool same_meaning(const Schema& old, const Schema& later) {
  const Registration* a = find_implementation("", old.name, old.since_version);
  const Registration* b = find_implementation("", later.name, later.since_version);
  if (a == nullptr || b == nullptr) return false;
  return a->run == b->run || old.name.starts_with("Reduce");
}

// `axes` as an input instead of an attribute.
void move_axes(onnx::NodeProto& node, int index, onnx::GraphProto& graph) {
  const auto& axes = node.attribute(index).ints();
  const std::string name = node.output(0) + "_axes";
  write_tensor(vector_of({axes.begin(), axes.end()}), name, *graph.add_initializer());
  node.add_input(name);
  node.mutable_attribute()->DeleteSubrange(index, 1);
}

// The node in another opset; throws InvalidInput where it may not mean the same.
void upgrade(onnx::NodeProto& node, int from, int to, onnx::GraphProto& graph) {
  if (!node.domain().empty()) throw InvalidInput("a function is not upgraded");
  const Schema* old = find_schema("", node.op_type(), from);
  const Schema* later = find_schema("", node.op_type(), to);
  if (old == nullptr || later == nullptr || later->deprecated) throw InvalidInput("it is gone");
  if (old != later && !same_meaning(*old, *later)) throw InvalidInput("its meaning changes");
  for (int i = node.attribute_size() - 1; i >= 0; --i) {
    onnx::AttributeProto& attribute = *node.mutable_attribute(i);
    if (attribute.has_g()) {
      for (onnx::NodeProto& inner : *attribute.mutable_g()->mutable_node()) {
        upgrade(inner, from, to, *attribute.mutable_g());
      }
    }
    if (later->attribute(attribute.name()) != nullptr) continue;
    if (attribute.name() != "axes") throw InvalidInput("it loses {}", attribute.name());
    move_axes(node, i, graph);
  }
}

GraphPair draw_upgrade(Draw& draw, const Options& evaluation) {
  const int newest = newest_opset("");
  const auto from = static_cast<int>(draw.between(oldest_graph_opset, newest - 1));
  const auto to = static_cast<int>(draw.between(from + 1, newest));
  GraphDraft g(draw, from, DType::float32, evaluation);
  std::string patterns;
  grow_graph(g, {.most_nodes = 12, .opset = from}, patterns);
  const onnx::ModelProto before = g.model(graph_outputs(g));
  onnx::ModelProto after = before;
  if (after.functions_size() > 0) throw InvalidInput("functions are not upgraded");
  onnx::GraphProto& graph = *after.mutable_graph();
  for (onnx::NodeProto& node : *graph.mutable_node()) upgrade(node, from, to, graph);
  after.mutable_opset_import(0)->set_version(to);
  after.set_ir_version(fitting_ir_version(to));
  GraphPair pair;
  pair.kind = "upgrade";
  pair.of = fmt::format("opset {} to {}", from, to);
  return settled_pair(std::move(pair), before, after, g.inputs(), evaluation);
}

// --- body

struct BodyOf {
  const Schema* schema = nullptr;
  onnx::FunctionProto function;
  int opset = 0;
};

// An operator version with a rule and a body whose opset it is in force in.
BodyOf drawn_body(Draw& draw) {
  const std::string label = draw.pick(labels_with_bodies());
  BodyOf body;
  const FunctionBody& text = *function_body(label);
  body.function = parse_body(text.lines);
  for (const onnx::OperatorSetIdProto& opset : body.function.opset_import()) {
    if (opset.domain().empty()) body.opset = static_cast<int>(opset.version());
  }
  body.schema = find_schema("", label.substr(0, label.rfind('-')), body.opset);
  const bool fits = body.schema != nullptr && body.schema->label() == label &&
                    all_rules().contains(body.schema->name) && body.opset >= oldest_graph_opset;
  if (!fits) throw InvalidInput("{} is not drawn", label);
  return body;
}

constexpr const char* call_name = "the_call";  // the node's name

// The call in the branch of an If that a new input decides.
void wrap_in_if(onnx::ModelProto& model, CaseValues& inputs) {
  onnx::GraphProto& graph = *model.mutable_graph();
  for (onnx::NodeProto& node : *graph.mutable_node()) {
    if (node.name() != call_name) continue;
    onnx::NodeProto choice;
    choice.set_op_type("If");
    choice.add_input("decides");
    for (const char* name : {"then_branch", "else_branch"}) {
      onnx::GraphProto branch;
      branch.set_name(name);
      *branch.add_node() = node;
      onnx::NodeProto& call = *branch.mutable_node(0);
      for (int i = 0; i < call.output_size(); ++i) {
        call.set_output(i, fmt::format("{}_{}", name, call.output(i)));
        branch.add_output()->set_name(call.output(i));
      }
      write_attribute(name, branch, choice);
    }
    *choice.mutable_output() = node.output();
    node = choice;
  }
  const Value decides = Tensor::of(DType::boolean, scalar_array(true));
  declare("decides", decides.type(), *graph.add_input());
  inputs.emplace_back("decides", decides);
}

// The call in a function of the model.
void wrap_in_function(onnx::ModelProto& model, int opset) {
  onnx::FunctionProto function;
  function.set_domain("local");
  function.set_name("holds_the_call");
  function.add_opset_import()->set_version(opset);
  for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
    if (node.name() != call_name) continue;
    *function.add_node() = node;
    std::set<std::string> inputs(node.input().begin(), node.input().end());
    inputs.erase("");
    for (const std::string& input : inputs) function.add_input(input);
    *function.mutable_output() = node.output();
    onnx::NodeProto call;
    call.set_domain(function.domain());
    call.set_op_type(function.name());
    *call.mutable_input() = function.input();
    *call.mutable_output() = node.output();
    node = call;
  }
  model.set_ir_version(std::max<int64_t>(model.ir_version(), 8));
  if (model.functions_size() == 0) import_opset("local", 1, model);
  *model.add_functions() = function;
}

// Adds the defaults that the operator has, and the function that stands for it has not.
void add_defaults_for(const onnx::FunctionProto& function, const Schema& schema,
                      onnx::NodeProto& node) {
  for (const std::string& name : function.attribute()) {
    const FormalAttribute* formal = schema.attribute(name);
    if (formal == nullptr || find_attribute(node, name)) continue;
    if (const auto usual = written_default(*formal)) *node.add_attribute() = *usual;
  }
}

void call_body(Nodes& nodes, const std::string& name) {
  each_node(nodes, [&](onnx::NodeProto& node) {
    if (node.name() != call_name) return;
    node.set_domain(body_domain);
    node.set_op_type(name);
  });
}

// The model with calls of the body in place of the operator.
onnx::ModelProto with_body_called(onnx::ModelProto model, onnx::FunctionProto body) {
  body.set_domain(body_domain);
  call_body(*model.mutable_graph()->mutable_node(), body.name());
  for (onnx::FunctionProto& function : *model.mutable_functions()) {
    call_body(*function.mutable_node(), body.name());
    if (function.name() == "holds_the_call") import_opset(body_domain, 1, function);
  }
  import_opset(body_domain, 1, model);
  model.set_ir_version(std::max<int64_t>(model.ir_version(), 8));
  *model.add_functions() = std::move(body);
  return model;
}

// Throws InvalidInput where the published body is that of another call.
void check_body_of(const onnx::ModelProto& model, const GraphDraft& g) {
  const BoundModel bound = parse_model(model.SerializeAsString());
  Bodies bodies;
  for (const Node& node : bound.graph.nodes) {
    if (node.name != call_name) continue;
    Values inputs;
    for (const std::string& input : node.inputs) {
      inputs.push_back(input.empty() ? Value() : Value(g.tensor(input)));
    }
    if (bodies.call_for(node, inputs)) return;
  }
  throw InvalidInput("the body is of another call");
}

GraphPair draw_body(Draw& draw, const Options& evaluation) {
  BodyOf body = drawn_body(draw);
  GraphDraft g(draw, body.opset, DType::float32, evaluation);
  Drafting drafting(*body.schema, draw);
  all_rules().at(body.schema->name).draft(drafting);
  Names inputs;
  for (const Value& value : drafting.inputs) {
    if (!value.absent() && !value.is_tensor()) throw InvalidInput("an input is not a tensor");
    inputs.push_back(value.absent() ? "" : g.input(value));
  }
  add_defaults_for(body.function, *body.schema, drafting.node);
  const Names results = g.add_node(drafting.node, inputs, drafting.outputs);
  const int place = g.graph().node_size() - 1;
  const std::vector<std::string> contexts = {"alone", "in a graph", "in a branch of If",
                                             "in a function"};
  const size_t context = draw.below(contexts.size());
  std::string patterns;
  if (context == 1) {
    grow_graph(g, {.least_nodes = g.nodes() + 1, .most_nodes = g.nodes() + 6}, patterns);
    g.show(results[0]);
  }
  onnx::ModelProto before = g.model(graph_outputs(g));
  before.mutable_graph()->mutable_node(place)->set_name(call_name);
  check_body_of(before, g);
  CaseValues values = g.inputs();
  if (context == 2) wrap_in_if(before, values);
  if (context == 3) wrap_in_function(before, body.opset);
  GraphPair pair;
  pair.kind = "body";
  pair.of = fmt::format("{} {}", body.schema->label(), contexts[context]);
  return settled_pair(std::move(pair), before, with_body_called(before, body.function), values,
                      evaluation);
}

}  // namespace

GraphPair draw_pair(Draw& draw, const std::string& kind, const Options& evaluation) {
  const std::vector<std::string> kinds = {"body", "upgrade", "folding"};
  if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    throw UsageError(fmt::format("--pairs={}: the kinds are {}", kind, pair_kinds));
  }
  const std::string drawn = kind.empty() ? draw.pick(kinds) : kind;
  for (int refused = 1;; ++refused) {
    try {
      if (drawn == "body") return draw_body(draw, evaluation);
      const GraphPair pair =
          drawn == "upgrade" ? draw_upgrade(draw, evaluation) : draw_folding(draw, evaluation);
      // A difference between two versions of an operator that one function implements.
      if (!pair.same_digits) throw InvalidInput("{}: the digits of the pair differ", pair.of);
      return pair;
    } catch (const Error& error) {
      if (!asks_for_another_draw(error)) throw;
      if (refused < most_pair_draws) continue;
      throw InvalidInput("{} pairs were refused, the last one with: {}", refused, error.what());
    }
  }
}

void write_pair(const fs::path& folder, const GraphPair& pair) {
  CaseFiles files;
  files.sets = {pair.set};
  files.model = pair.before;
  write_case(folder, files);
  fs::rename(folder / "model.onnx", folder / "before.onnx");
  write_file(folder / "after.onnx", pair.after);
  const nlohmann::json text = {
      {"kind", pair.kind}, {"of", pair.of}, {"digits", pair.same_digits ? "same" : "differ"}};
  write_file(folder / "pair.json", text.dump(2) + "\n");
}

}  // namespace etalon
