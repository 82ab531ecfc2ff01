#include "conformance/generate/sweep.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "conformance/generate/recast.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/domain.h"
#include "engine/operators/operator.h"

namespace etalon {

namespace {

using Types = std::map<std::string, Type>;  // by type variable
using BoundTypes = std::map<std::string, std::vector<Type>>;

// Attributes that name the element type of an output.
constexpr std::array<std::string_view, 5> type_attributes = {"to", "dtype", "output_dtype",
                                                             "output_datatype", "stash_type"};

struct Attempt {
  Types types;              // the types to recast the variables to
  bool attributes = false;  // also recast tensors among the attributes
  bool last_only = false;   // of a variadic parameter whose types may differ, recast only the last
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
    for (const onnx::AttributeProto& attribute : specimen.node.attribute()) {
      has_tensors_ = has_tensors_ || attribute.has_t();
    }
  }

  // The values of Attempt::attributes that are worth trying.
  std::vector<bool> attribute_choices() const {
    return has_tensors_ ? std::vector<bool>{false, true} : std::vector<bool>{false};
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
      if (!attempt.attributes) continue;
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
      onnx::AttributeProto* attribute = nullptr;
      for (onnx::AttributeProto& given : *node.mutable_attribute()) {
        if (given.name() == name) attribute = &given;
      }
      if (attribute == nullptr) attribute = node.add_attribute();
      attribute->Clear();
      attribute->set_name(std::string(name));
      if (formal->type == AttributeType::text) {  // Cast-1 writes the type's name
        attribute->set_type(onnx::AttributeProto::STRING);
        attribute->set_s(onnx::TensorProto::DataType_Name(static_cast<int>(type)));
      } else {
        attribute->set_type(onnx::AttributeProto::INT);
        attribute->set_i(static_cast<int>(type));
      }
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
  bool has_tensors_ = false;  // whether an attribute is a tensor
};

// Finds out whether one type of one variable works, and if not, why.
class Search {
 public:
  Search(const Schema& schema, const std::vector<Trials>& trials, const std::string& variable,
         const Type& type)
      : schema_(schema), trials_(trials), variable_(variable), type_(type) {}

  // Why the type does not work; nothing when it does.
  std::optional<std::string> problem() {
    if (trials_.empty()) return "there is no case to try";
    const bool works = alone() || along_with_another();
    if (works || defect_) return defect_;
    if (unspecified_) return unspecified_;
    return first_problem_ ? first_problem_ : "no case has a value of this type";
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
      for (const bool attributes : trial.attribute_choices()) {
        if (works(trial, {{{variable_, type_}}, attributes})) return true;
      }
      // Of inputs whose types may differ, such as a tensor and its scale, each may have its own.
      const Attempt last{{{variable_, type_}}, false, true};
      if (trial.has_mixed_inputs() && (works(trial, {}) || works(trial, last))) return true;
    }
    return false;
  }

  bool along_with_another() {
    for (const TypeConstraint& other : schema_.types) {
      if (other.variable == variable_) continue;
      for (const Type& type : other.accepted) {
        for (const Trials& trial : trials_) {
          if (!trial.shows(other.variable)) continue;
          for (const bool attributes : trial.attribute_choices()) {
            const Types types = {{variable_, type_}, {other.variable, type}};
            if (works(trial, {types, attributes})) return true;
          }
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
  std::optional<std::string> problem = "there is no case to try";
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
  const Specimens specimens;
  std::vector<SweepRow> rows;
  for (const Schema& schema : all_schemas()) {
    if (schema.deprecated || !wants(schema)) continue;
    const bool left_out =
        domain_of(schema.domain).partial &&
        find_implementation(schema.domain, schema.name, schema.since_version) == nullptr;
    if (left_out) continue;
    rows.push_back(sweep(schema, specimens.of(schema)));
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
