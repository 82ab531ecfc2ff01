#include "conformance/generate/one_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "conformance/cases/own_cases.h"
#include "conformance/generate/attributes.h"
#include "conformance/judge/open.h"
#include "engine/loader/loader.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/domain.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

// Pairs (opset of ai.onnx, IR version): the first opset that was released with that IR version.
constexpr std::pair<int, int> ir_versions[] = {{1, 3},   {9, 4},   {10, 5},  {11, 6},
                                               {12, 7},  {15, 8},  {19, 9},  {21, 10},
                                               {23, 11}, {24, 12}, {25, 13}, {28, 14}};

// Its outputs are declared without types.
onnx::ModelProto model_of(const NodeCall& call) {
  onnx::ModelProto model;
  const std::string domain(canonical_domain(call.node.domain()));
  const int64_t companion = companion_opset(domain, call.opset);
  model.set_ir_version(fitting_ir_version(companion));
  model.set_producer_name("etalon");
  import_opset(domain, call.opset, model);
  if (!domain.empty()) model.add_opset_import()->set_version(companion);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("case");
  *graph.add_node() = call.node;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].absent()) continue;
    declare(call.node.input(static_cast<int>(i)), call.inputs[i].type(), *graph.add_input());
  }
  for (const std::string& name : call.node.output()) {
    if (!name.empty()) graph.add_output()->set_name(name);
  }
  return model;
}

CaseFiles::Set inputs_of(const NodeCall& call) {
  CaseFiles::Set set;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].absent()) continue;
    set.inputs.emplace_back(call.node.input(static_cast<int>(i)), call.inputs[i]);
  }
  return set;
}

// The element type that an attribute `dtype` or `to`, or its default, gives as a number.
std::optional<DType> named_dtype(const Schema& schema, const onnx::NodeProto& node) {
  for (const char* name : {"dtype", "to"}) {
    if (const auto* given = find_attribute(node, name)) return static_cast<DType>(given->i());
    const FormalAttribute* formal = schema.attribute(name);
    if (formal == nullptr || !formal->default_value) continue;
    return static_cast<DType>(std::get<int64_t>(formal->default_value->value));
  }
  return std::nullopt;
}

// The type of an output according to the schema, the inputs and the attributes `dtype` and `to`; if
// these do not determine it, the type of the first input.
std::optional<Type> output_type(const Schema& schema, const std::string& formal,
                                const NodeCall& call) {
  const TypeConstraint* constraint = schema.constraint(formal);
  if (constraint == nullptr) return type_named(formal);
  if (constraint->accepted.size() == 1) return constraint->accepted[0];
  for (size_t i = 0; i < call.inputs.size() && i < schema.inputs.size(); ++i) {
    const bool same = schema.inputs[i].type == formal && !call.inputs[i].absent();
    if (same) return without_shape(call.inputs[i].type());
  }
  if (const auto dtype = named_dtype(schema, call.node)) return Type::tensor(*dtype);
  if (call.inputs.empty() || call.inputs[0].absent()) return std::nullopt;
  return without_shape(call.inputs[0].type());
}

// Declares outputs without values: ONNX's checker requires their types, not their shapes.
void declare_by_schema(const NodeCall& call, onnx::GraphProto& graph) {
  const Schema* schema = find_schema(call.node.domain(), call.node.op_type(), call.opset);
  if (schema == nullptr || schema->outputs.empty()) return;
  int declared = 0;
  for (int i = 0; i < call.node.output_size(); ++i) {
    if (call.node.output(i).empty()) continue;
    const size_t formal = std::min(static_cast<size_t>(i), schema->outputs.size() - 1);
    const auto type = output_type(*schema, schema->outputs[formal].type, call);
    onnx::ValueInfoProto& info = *graph.mutable_output(declared++);
    if (type) write_type(*type, *info.mutable_type(), true);
  }
}

// "X"; of a variadic parameter "data_0", "data_1", …; "input_0", … where there is none.
std::string name_at(const std::vector<FormalParameter>& formals, size_t index,
                    const std::string& other) {
  const FormalParameter* formal = parameter_at(formals, index);
  if (formal == nullptr) return fmt::format("{}_{}", other, index);
  if (formal->option != FormalParameter::Option::variadic) return formal->name;
  const size_t number = index - static_cast<size_t>(formal - formals.data());
  const bool numbered = formal->name.ends_with("_0");
  std::string stem = formal->name.substr(0, formal->name.size() - (numbered ? 2 : 0));
  while (stem.ends_with('.')) stem.pop_back();  // "outputs..."
  return fmt::format("{}_{}", stem, number);
}

}  // namespace

int64_t companion_opset(const std::string& domain, int64_t opset) {
  if (domain.empty()) return opset;
  const std::span<const int> companions = domain_of(domain).companions;
  const bool known = opset > 0 && opset <= std::ssize(companions);
  return known ? companions[opset - 1] : newest_opset("");
}

void declare(const std::string& name, const Type& type, onnx::ValueInfoProto& info) {
  info.set_name(name);
  write_type(type, *info.mutable_type(), true);
}

int fitting_ir_version(int64_t opset) {
  int fitting = ir_versions[0].second;
  for (const auto& [first_opset, ir_version] : ir_versions) {
    if (opset >= first_opset) fitting = ir_version;
  }
  return fitting;
}

int64_t imported_opset(const onnx::ModelProto& model, const std::string& domain) {
  for (const onnx::OperatorSetIdProto& each : model.opset_import()) {
    if (canonical_domain(each.domain()) == canonical_domain(domain)) return each.version();
  }
  return 0;
}

std::string input_name(const Schema& schema, size_t input) {
  return name_at(schema.inputs, input, "input");
}

std::set<std::string> names_read(const onnx::NodeProto& node) {
  std::set<std::string> names(node.input().begin(), node.input().end());
  const auto add_graph = [&](const onnx::GraphProto& graph) {
    for (const onnx::NodeProto& inside : graph.node()) names.merge(names_read(inside));
    for (const onnx::ValueInfoProto& output : graph.output()) names.insert(output.name());
  };
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    if (attribute.has_g()) add_graph(attribute.g());
    for (const onnx::GraphProto& each : attribute.graphs()) add_graph(each);
  }
  return names;
}

void name_values(NodeCall& call, size_t outputs) {
  static const Schema unknown;
  const Schema* found = find_schema(call.node.domain(), call.node.op_type(), call.opset);
  const Schema& schema = found == nullptr ? unknown : *found;
  std::set<std::string> taken;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const std::string name = call.inputs[i].absent() ? "" : input_name(schema, i);
    taken.insert(name);
    call.node.add_input(name);
  }
  for (size_t i = 0; i < outputs; ++i) {
    const std::string name = name_at(schema.outputs, i, "output");
    call.node.add_output(taken.count(name) == 0 ? name : name + "_out");
  }
}

Values case_outputs(const CaseFiles& files, const Options& evaluation) {
  const CaseValues& inputs = files.sets.at(0).inputs;
  return evaluate(parse_model(files.model), Bindings(inputs.begin(), inputs.end()), evaluation);
}

Values call_outputs(const NodeCall& call, const Options& evaluation) {
  CaseFiles files;
  files.model = model_of(call).SerializeAsString();
  files.sets.push_back(inputs_of(call));
  return case_outputs(files, evaluation);
}

Options limited(Options evaluation) {
  constexpr uint64_t enough = uint64_t{1} << 28;
  constexpr uint64_t little = 100'000'000;
  evaluation.limits.max_memory = std::min(evaluation.limits.max_memory, enough);
  evaluation.limits.max_work = std::min(evaluation.limits.max_work, little);
  return evaluation;
}

std::optional<NodeCall> call_of(const CaseFiles& files) {
  onnx::ModelProto model;
  const bool one_node = model.ParseFromString(files.model) && model.graph().node_size() == 1 &&
                        model.graph().initializer_size() == 0;
  if (!one_node || files.sets.size() != 1) return std::nullopt;
  NodeCall call{model.graph().node(0), 0, {}};
  call.opset = imported_opset(model, call.node.domain());
  const Bindings inputs(files.sets[0].inputs.begin(), files.sets[0].inputs.end());
  for (const std::string& name : call.node.input()) {
    const auto given = inputs.find(name);
    call.inputs.push_back(given == inputs.end() ? Value() : given->second);
  }
  return call;
}

CaseFiles refused_case(const NodeCall& call, const Error& refusal) {
  onnx::ModelProto model = model_of(call);
  declare_by_schema(call, *model.mutable_graph());
  CaseFiles files;
  files.sets.push_back(inputs_of(call));
  files.error = to_string(refusal.kind());
  files.model = model.SerializeAsString();
  return files;
}

CaseFiles node_case(const NodeCall& call, bool allow_unspecified, const Options& evaluation) {
  onnx::ModelProto model = model_of(call);
  onnx::GraphProto& graph = *model.mutable_graph();
  CaseFiles files;
  files.sets.push_back(inputs_of(call));
  CaseFiles::Set& set = files.sets.back();
  const Bindings bindings(set.inputs.begin(), set.inputs.end());
  const BoundModel bound =
      parse_model(model.SerializeAsString(), {}, {evaluation.lenient, evaluation.on_warning});
  Expectation expectation = expected_outputs(bound, bindings, allow_unspecified, evaluation);
  if (expectation.outputs.empty()) declare_by_schema(call, graph);
  for (size_t i = 0; i < expectation.outputs.size(); ++i) {
    onnx::ValueInfoProto& info = *graph.mutable_output(static_cast<int>(i));
    write_type(expectation.outputs[i].type(), *info.mutable_type(), true);
    set.outputs.emplace_back(info.name(), expectation.outputs[i]);
  }
  files.unspecified = std::move(expectation.unspecified);
  files.error = std::move(expectation.error);
  files.proof = expectation.proof;
  files.model = model.SerializeAsString();
  return files;
}

void check_decided(const CaseFiles& files) {
  for (const CaseFiles::Set& set : files.sets) {
    for (const auto& [name, value] : set.outputs) check_decided(value);
  }
}

CaseFiles decided_case(const NodeCall& call, const Options& evaluation) {
  const ChoiceScope scope(Recording::on);
  CaseFiles files = node_case(call, false, evaluation);
  check_decided(files);
  return files;
}

}  // namespace etalon
