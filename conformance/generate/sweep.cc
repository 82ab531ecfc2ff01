#include "conformance/generate/sweep.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "conformance/cases/cases.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/json_values.h"
#include "conformance/generate/attributes.h"
#include "conformance/generate/drafts.h"
#include "conformance/generate/recast.h"
#include "conformance/generate/rules.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/domain.h"
#include "engine/operators/operator.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

constexpr size_t most_drafts = 48;
constexpr uint32_t drafts_seed = 44;
constexpr int specimen_ir_version = 10;

// ------------------------------------------------------------------------------- subgraphs ---

// Adds a graph attribute without nodes, whose outputs are inputs: the Identity of an opset does not
// allow every type that the control flow operators of that opset allow.
void add_body(const std::string& name, const std::vector<std::string>& inputs,
              const std::vector<std::string>& outputs, onnx::NodeProto& node) {
  onnx::GraphProto graph;
  graph.set_name(name);
  for (const std::string& input : inputs) graph.add_input()->set_name(input);
  for (const std::string& output : outputs) graph.add_output()->set_name(output);
  write_attribute(name, graph, node);
}

Tensor numbers(const Shape& shape) {
  Reals values = empty_array<double>(shape);
  for (size_t i = 0; i < values.size(); ++i) values.flat(i) = static_cast<double>(i % 5);
  return Tensor::of(DType::float32, values);
}

// If: both branches return the captured x.
Specimen if_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(scalar(true))};
  specimen.captured = {{"x", Value(numbers({2}))}};
  specimen.captured_variable = "V";
  add_body("then_branch", {}, {"x"}, specimen.node);
  add_body("else_branch", {}, {"x"}, specimen.node);
  specimen.node.add_output("y");
  return specimen;
}

// Loop: two iterations that pass a value on unchanged.
Specimen loop_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(scalar(DType::int64, int64_t{2})), Value(scalar(true)),
                     Value(numbers({2}))};
  add_body("body", {"i", "go", "v"}, {"go", "v"}, specimen.node);
  specimen.node.add_output("y");
  return specimen;
}

// Scan: passes one value on unchanged and copies another. Version 8 has a batch axis and, first,
// an optional input of lengths.
Specimen scan_specimen(int since_version) {
  Specimen specimen;
  constexpr int batched = 8;
  if (since_version == batched) specimen.inputs.emplace_back(vector_of({3}));
  specimen.inputs.emplace_back(numbers({1, 2}));
  specimen.inputs.emplace_back(numbers({1, 3, 2}));
  if (since_version != batched) specimen.inputs.back() = Value(numbers({3, 2}));
  add_body("body", {"s", "x"}, {"s", "x"}, specimen.node);
  write_attribute("num_scan_inputs", 1, specimen.node);
  specimen.node.add_output("last");
  specimen.node.add_output("stacked");
  return specimen;
}

// SequenceMap: copies each item; a second input is the same for all items.
Specimen map_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(Sequence{Type::tensor(DType::float32), {Value(numbers({2}))}}),
                     Value(numbers({2}))};
  add_body("body", {"x", "z"}, {"x"}, specimen.node);
  specimen.node.add_output("out");
  return specimen;
}

// Gradient: of x · x by x; a second input is not differentiated and may be of any type.
Specimen gradient_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(numbers({2})), Value(numbers({2}))};
  onnx::NodeProto& square = specimen.before.emplace_back();
  square.set_op_type("Mul");
  square.add_input("input_0");
  square.add_input("input_0");
  square.add_output("square");
  write_attribute("xs", std::vector<std::string>{"input_0"}, specimen.node);
  write_attribute("zs", std::vector<std::string>{"input_1"}, specimen.node);
  write_attribute("y", "square", specimen.node);
  specimen.node.add_output("derivative");
  return specimen;
}

std::vector<Specimen> made_specimens(const Schema& schema) {
  const std::string name = rule_name(schema);
  std::vector<Specimen> made;
  if (name == "ai.onnx.preview.training.Gradient") made.push_back(gradient_specimen());
  if (name == "If") made.push_back(if_specimen());
  if (name == "Loop") made.push_back(loop_specimen());
  if (name == "Scan") made.push_back(scan_specimen(schema.since_version));
  if (name == "SequenceMap") made.push_back(map_specimen());
  for (Specimen& specimen : made) {
    specimen.node.set_op_type(schema.name);
    specimen.node.set_domain(schema.domain);
  }
  return made;
}

// Calls that the version's rule drafts, if it has one.
void add_drafts(const Schema& schema, std::vector<Specimen>& specimens) {
  if (all_rules().count(rule_name(schema)) == 0) return;
  Draw draw(drafts_seed);
  for (size_t i = 0; i < most_drafts; ++i) {
    try {
      const NodeCall call = draft_call(schema, draw).call;
      specimens.emplace_back();
      specimens.back().node = call.node;
      specimens.back().inputs = call.inputs;
    } catch (const Error&) {
      continue;  // the rule draws again
    }
  }
}

// The project's own cases that expect outputs, by the version that each is of.
std::multimap<const Schema*, Specimen> own_specimens() {
  std::multimap<const Schema*, Specimen> specimens;
  for (const Case& test : own_cases()) {
    if (!test.problem.empty() || test.function) continue;
    const nlohmann::json& written = test.document->at("cases").at(test.index);
    if (written.contains("error")) continue;
    try {
      const onnx::ModelProto model = model_message(test);
      Specimen specimen;
      specimen.node = model.graph().node(0);
      const nlohmann::json inputs = written.value("inputs", nlohmann::json::array());
      for (const nlohmann::json& input : inputs) specimen.inputs.push_back(value_from_json(input));
      const Schema* schema = find_schema(specimen.node.domain(), specimen.node.op_type(),
                                         model.opset_import(0).version());
      specimens.emplace(schema, std::move(specimen));
    } catch (const Error&) {
      continue;  // `etalon test` reports a case that cannot be read
    }
  }
  return specimens;
}

// Calls of this version, which are also evaluated with other types.
std::vector<Specimen> specimens_of(const Schema& schema) {
  static const std::multimap<const Schema*, Specimen> own = own_specimens();
  std::vector<Specimen> found = made_specimens(schema);
  if (!found.empty()) return found;
  add_drafts(schema, found);
  const auto [first, last] = own.equal_range(&schema);
  for (auto each = first; each != last; ++each) found.push_back(each->second);
  return found;
}

// -------------------------------------------------------------------------------- recasting ---

void add_input(const std::string& name, const Value& value, onnx::GraphProto& graph) {
  onnx::ValueInfoProto& input = *graph.add_input();
  input.set_name(name);
  write_type(value.type(), *input.mutable_type());
}

// The serialized model with the specimen's node, for this version and the specimen's inputs.
std::string specimen_model(const Schema& schema, const Specimen& specimen) {
  onnx::ModelProto model;
  model.set_ir_version(specimen_ir_version);
  import_opset(schema.domain, schema.since_version, model);
  if (!schema.domain.empty()) model.add_opset_import()->set_version(newest_opset(""));
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("specimen");
  for (const onnx::NodeProto& earlier : specimen.before) *graph.add_node() = earlier;
  onnx::NodeProto& node = *graph.add_node();
  node = specimen.node;
  node.clear_input();
  for (size_t i = 0; i < specimen.inputs.size(); ++i) {
    const std::string name = specimen.inputs[i].absent() ? "" : fmt::format("input_{}", i);
    node.add_input(name);
    if (!name.empty()) add_input(name, specimen.inputs[i], graph);
  }
  for (const auto& [name, value] : specimen.captured) add_input(name, value, graph);
  for (const std::string& output : node.output()) {
    if (!output.empty()) graph.add_output()->set_name(output);
  }
  return model.SerializeAsString();
}

using Types = std::map<std::string, Type>;  // by type variable
using BoundTypes = std::map<std::string, std::vector<Type>>;

// Attributes that name the element type of an output.
constexpr std::array<std::string_view, 5> type_attributes = {"to", "dtype", "output_dtype",
                                                             "output_datatype", "stash_type"};

struct Attempt {
  Types types;             // the types to recast the variables to
  bool last_only = false;  // of a variadic parameter whose types may differ, recast only the last
};

struct AttemptOutcome {
  BoundTypes bound;  // the variables' types in the evaluation; several for a variadic parameter
  std::optional<std::string> problem;
  ErrorKind kind = ErrorKind::InvalidInput;  // the kind of the problem

  bool is(const std::string& variable, const Type& type) const {
    const auto types = bound.find(variable);
    return types != bound.end() &&
           std::any_of(types->second.begin(), types->second.end(),
                       [&](const Type& t) { return to_string(t) == to_string(type); });
  }
};

// Evaluates one specimen in its recast forms.
class Trials {
 public:
  Trials(const Schema& schema, const Specimen& specimen) : schema_(schema), specimen_(specimen) {
    plain_ = run({});
  }
  // True when the operator takes values of different types in one parameter.
  bool has_mixed_inputs() const {
    return std::any_of(schema_.inputs.begin(), schema_.inputs.end(),
                       [](const FormalParameter& formal) { return !formal.homogeneous; });
  }
  // False when the specimen has no value of this variable: recasting it changes nothing.
  bool shows(const std::string& variable) const {
    return plain_.problem || plain_.bound.count(variable) != 0;
  }

  AttemptOutcome run(const Attempt& attempt) const {
    Specimen changed = specimen_;
    try {
      if (!recast_inputs(attempt, changed)) return {{}, "its values cannot have this type"};
      recast_attributes(attempt, changed);
      return evaluated(changed);
    } catch (const Error& error) {
      return {{}, error.what(), error.kind()};
    } catch (const std::exception& problem) {
      return {{}, problem.what(), ErrorKind::InternalError};
    }
  }

 private:
  bool recast_inputs(const Attempt& attempt, Specimen& changed) const {
    for (size_t i = 0; i < changed.inputs.size(); ++i) {
      const FormalParameter* formal = parameter_at(schema_.inputs, i);
      if (formal == nullptr) continue;
      const bool kept = attempt.last_only && !formal->homogeneous && i + 1 < changed.inputs.size();
      if (!kept && !recast_one(attempt, formal->type, changed.inputs[i])) return false;
    }
    for (auto& [name, value] : changed.captured) {
      if (!recast_one(attempt, changed.captured_variable, value)) return false;
    }
    return true;
  }

  static bool recast_one(const Attempt& attempt, const std::string& variable, Value& value) {
    const auto type = attempt.types.find(variable);
    if (type == attempt.types.end() || value.absent()) return true;
    const std::optional<Value> other = recast(value, type->second);
    if (other) value = *other;
    return other.has_value();
  }

  bool is_input(const std::string& variable) const {
    if (variable == specimen_.captured_variable) return true;
    for (size_t i = 0; i < specimen_.inputs.size(); ++i) {
      const FormalParameter* formal = parameter_at(schema_.inputs, i);
      const bool given = formal != nullptr && formal->type == variable;
      if (given && !specimen_.inputs[i].absent()) return true;
    }
    return false;
  }

  void recast_attributes(const Attempt& attempt, Specimen& changed) const {
    for (const auto& [variable, type] : attempt.types) {
      if (type.kind != Type::Kind::tensor) continue;
      if (!is_input(variable)) set_type_attribute(type.dtype, changed.node);
      const auto before = plain_.bound.find(variable);
      for (onnx::AttributeProto& attribute : *changed.node.mutable_attribute()) {
        if (!attribute.has_t()) continue;
        const Tensor tensor = read_tensor(attribute.t(), {});
        const bool same =
            before == plain_.bound.end() || before->second.front().dtype == tensor.dtype();
        if (same) write_tensor(recast(tensor, type.dtype), "", *attribute.mutable_t());
      }
    }
  }

  void set_type_attribute(DType type, onnx::NodeProto& node) const {
    for (const std::string_view name : type_attributes) {
      const FormalAttribute* formal = schema_.attribute(name);
      if (formal == nullptr) continue;
      AttributeValue value = static_cast<int64_t>(type);
      if (formal->type == AttributeType::text) {  // Cast-1 writes the type's name
        value = onnx::TensorProto::DataType_Name(static_cast<int>(type));
      }
      bool given = false;
      for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
        if (attribute.name() != name) continue;
        attribute = written_attribute(formal->name, value);
        given = true;
      }
      if (!given) write_attribute(formal->name, value, node);
    }
  }

  AttemptOutcome evaluated(const Specimen& changed) const {
    const BoundModel model = parse_model(specimen_model(schema_, changed));
    Bindings inputs;
    AttemptOutcome outcome;
    for (size_t i = 0; i < changed.inputs.size(); ++i) {
      if (changed.inputs[i].absent()) continue;
      inputs[fmt::format("input_{}", i)] = changed.inputs[i];
      bind(schema_.inputs, i, changed.inputs[i], outcome.bound);
    }
    for (const auto& [name, value] : changed.captured) inputs[name] = value;
    const Values outputs = evaluate(model, inputs);
    size_t next = 0;
    for (int i = 0; i < changed.node.output_size(); ++i) {
      if (changed.node.output(i).empty()) continue;
      bind(schema_.outputs, static_cast<size_t>(i), outputs.at(next++), outcome.bound);
    }
    return outcome;
  }

  static void bind(const std::vector<FormalParameter>& formals, size_t index, const Value& value,
                   BoundTypes& bound) {
    const FormalParameter* formal = parameter_at(formals, index);
    if (formal != nullptr && !value.absent()) bound[formal->type].push_back(value.type());
  }

  const Schema& schema_;
  const Specimen& specimen_;
  AttemptOutcome plain_;
};

// Finds out whether one type of one variable works, and if not, why.
class Search {
 public:
  Search(const Schema& schema, const std::vector<Trials>& trials, const std::string& variable,
         const Type& type)
      : schema_(schema), trials_(trials), variable_(variable), type_(type) {}

  // Why the type does not work; nothing when it does.
  std::optional<std::string> problem() {
    if (trials_.empty()) return "there is no call to try";
    const bool works = alone() || along_with_another();
    if (works || defect_) return defect_;
    if (unspecified_) return unspecified_;
    return first_problem_ ? first_problem_ : "no call has a value of this type";
  }
  // True when the specification does not define the operator for this type.
  bool is_unspecified() const { return unspecified_ && !defect_; }

 private:
  bool works(const Trials& trial, const Attempt& attempt) {
    const AttemptOutcome outcome = trial.run(attempt);
    if (!outcome.problem) return outcome.is(variable_, type_);
    const bool defect =
        outcome.kind == ErrorKind::InternalError || outcome.kind == ErrorKind::Unsupported;
    if (defect && !defect_) defect_ = outcome.problem;
    if (outcome.kind == ErrorKind::Unspecified && !unspecified_) unspecified_ = outcome.problem;
    if (!first_problem_) first_problem_ = outcome.problem;
    return false;
  }

  bool alone() {
    for (const Trials& trial : trials_) {
      if (works(trial, {{{variable_, type_}}})) return true;
      // Of inputs whose types may differ, such as a tensor and its scale, each may have its own.
      const Attempt last{{{variable_, type_}}, true};
      if (trial.has_mixed_inputs() && (works(trial, {}) || works(trial, last))) return true;
    }
    return false;
  }

  bool along_with_another() {
    for (const TypeConstraint& other : schema_.types) {
      if (other.variable == variable_) continue;
      for (const Type& type : other.accepted) {
        for (const Trials& trial : trials_) {
          const Types types = {{variable_, type_}, {other.variable, type}};
          if (trial.shows(other.variable) && works(trial, {types})) return true;
        }
      }
    }
    return false;
  }

  const Schema& schema_;
  const std::vector<Trials>& trials_;
  const std::string& variable_;
  const Type& type_;
  std::optional<std::string> defect_;
  std::optional<std::string> unspecified_;
  std::optional<std::string> first_problem_;
};

// Early schemas declare type variables that no parameter uses.
bool is_used(const Schema& schema, const std::string& variable) {
  const auto has = [&](const FormalParameter& formal) { return formal.type == variable; };
  return std::any_of(schema.inputs.begin(), schema.inputs.end(), has) ||
         std::any_of(schema.outputs.begin(), schema.outputs.end(), has);
}

// Without type variables, one specimen must evaluate without changes.
std::optional<std::string> plain_problem(const std::vector<Trials>& trials) {
  std::optional<std::string> problem = "there is no call to try";
  for (const Trials& trial : trials) {
    const AttemptOutcome outcome = trial.run({});
    if (!outcome.problem) return std::nullopt;
    problem = outcome.problem;
  }
  return problem;
}

}  // namespace

SweepRow sweep(const Schema& schema, const std::vector<Specimen>& specimens) {
  SweepRow row;
  row.schema = &schema;
  std::vector<Trials> trials;
  for (const Specimen& specimen : specimens) trials.emplace_back(schema, specimen);
  for (const TypeConstraint& constraint : schema.types) {
    if (!is_used(schema, constraint.variable)) continue;
    for (const Type& type : constraint.accepted) {
      ++row.tried;
      Search search(schema, trials, constraint.variable, type);
      const auto problem = search.problem();
      if (!problem) continue;
      (search.is_unspecified() ? row.unspecified : row.failures)
          .push_back(fmt::format("{} = {}: {}", constraint.variable, to_string(type), *problem));
    }
  }
  if (row.tried != 0) return row;
  ++row.tried;
  if (const auto problem = plain_problem(trials)) row.failures.push_back(*problem);
  return row;
}

std::vector<SweepRow> sweep_all(const std::function<bool(const Schema&)>& wants) {
  std::vector<SweepRow> rows;
  for (const Schema& schema : all_schemas()) {
    if (schema.deprecated || !wants(schema)) continue;
    const bool left_out =
        domain_of(schema.domain).partial &&
        find_implementation(schema.domain, schema.name, schema.since_version) == nullptr;
    if (left_out) continue;
    rows.push_back(sweep(schema, specimens_of(schema)));
  }
  return rows;
}

SweepCounts count(const std::vector<SweepRow>& rows) {
  SweepCounts counts;
  for (const SweepRow& row : rows) {
    counts.tried += row.tried;
    counts.working += row.working();
    counts.unspecified += row.unspecified.size();
    counts.failing += row.failures.size();
  }
  return counts;
}

}  // namespace etalon
