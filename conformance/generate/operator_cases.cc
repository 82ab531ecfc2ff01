#include "conformance/generate/operator_cases.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>

#include "conformance/cases/operator_names.h"
#include "conformance/common/usage_error.h"
#include "conformance/generate/aimed_calls.h"
#include "conformance/generate/drafting.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/rules.h"
#include "conformance/judge/open.h"

namespace etalon {

namespace {

constexpr size_t most_draws = 200;
// Where an open point has to be met: the last one is the atlas's example as it is.
constexpr size_t most_aimed = 40;

// The operator's name in the table of rules.
std::string rule_name(const Schema& schema) {
  return schema.domain.empty() ? schema.name : schema.domain + "." + schema.name;
}

std::vector<const Schema*> versions_of(const std::string& name) {
  std::vector<const Schema*> versions;
  for (const Schema& schema : all_schemas()) {
    if (rule_name(schema) == name) versions.push_back(&schema);
  }
  return versions;
}

// Any version of the operator with this name, which may include the domain; ai.onnx has precedence.
// nullptr when there is none.
const Schema* operator_named(const std::string& name) {
  const Schema* found = nullptr;
  for (const Schema& schema : all_schemas()) {
    const bool standard = schema.domain.empty() && "ai.onnx." + schema.name == name;
    if (rule_name(schema) == name || standard) return &schema;
    if (found == nullptr && schema.name == name) found = &schema;
  }
  return found;
}

// True if an input of the version may be a tensor of this type.
bool takes(const Schema& schema, DType type) {
  if (type == DType::undefined) return true;
  const std::string text = to_string(Type::tensor(type));
  return std::any_of(schema.inputs.begin(), schema.inputs.end(),
                     [&](const FormalParameter& formal) {
                       const TypeConstraint* constraint = schema.constraint(formal.type);
                       if (constraint == nullptr) return formal.type == text;
                       const auto& types = constraint->types;
                       return std::find(types.begin(), types.end(), text) != types.end();
                     });
}

// True if an input of the call is a tensor of this type.
bool has_input(const NodeCall& call, DType type) {
  return type == DType::undefined ||
         std::any_of(call.inputs.begin(), call.inputs.end(), [&](const Value& input) {
           return input.is_tensor() && input.tensor().dtype() == type;
         });
}

// The versions that cases are drawn for: not those that are deprecated or experimental.
std::vector<const Schema*> candidates(const OperatorChoice& choice) {
  std::vector<const Schema*> versions = versions_of(choice.name);
  std::erase_if(versions, [&](const Schema* schema) {
    return schema->deprecated || schema->experimental ||
           (choice.version != 0 && schema->since_version != choice.version) ||
           (choice.opset != 0 &&
            find_schema(schema->domain, schema->name, choice.opset) != schema) ||
           !takes(*schema, choice.type);
  });
  return versions;
}

// The reason why an operator has no rule.
std::string without_rule(const Schema& schema) {
  static const std::set<std::string_view> domains = {"", "ai.onnx.ml", "ai.onnx.preview.training"};
  static const std::set<std::string_view> random = {"Bernoulli",        "Multinomial",
                                                    "RandomNormal",     "RandomUniform",
                                                    "RandomNormalLike", "RandomUniformLike"};
  if (domains.count(schema.domain) == 0) {
    return fmt::format("it is in {}, whose operators are not drawn", schema.domain);
  }
  if (random.count(schema.name) != 0)
    return "its outputs are random, so there are no expected outputs";
  if (schema.name == "Gradient") return "it differentiates the graph around it, which is not drawn";
  return "it has no generation rule";
}

NodeCall draw_call(const Schema& schema, const Rule& draft, Draw& draw) {
  Drafting drafting(schema, draw);
  draft(drafting);
  NodeCall call{drafting.node, schema.since_version, drafting.inputs};
  name_values(call, drafting.outputs);
  return call;
}

// Draws until an input has the type; then a version that takes it seldom needs many draws.
NodeCall suitable_call(const Schema& schema, const Rule& draft, DType type, Draw& draw) {
  constexpr int most_unsuitable = 2000;
  for (int i = 0; i < most_unsuitable; ++i) {
    NodeCall call = draw_call(schema, draft, draw);
    if (has_input(call, type)) return call;
  }
  throw InvalidInput("{}: none of {} calls has an input of type {}", schema.label(),
                     most_unsuitable, name(type));
}

// True for errors that mean that the drawn call is not usable and another one may be drawn.
bool refuses(const Error& error) {
  return error.kind() == ErrorKind::InvalidInput || error.kind() == ErrorKind::Unspecified;
}

}  // namespace

OperatorChoice operator_choice(const std::string& text, const std::string& aim) {
  OperatorChoice choice;
  choice.aim = aim;
  if (!re2::RE2::FullMatch(text, R"(([\w.]+)-(\d{1,4}))", &choice.name, &choice.version)) {
    choice.name = text;
  }
  const Schema* schema = operator_named(choice.name);
  if (schema == nullptr) {
    throw UsageError(fmt::format("--operator {}: no domain has an operator with this name{}", text,
                                 did_you_mean_operator(choice.name)));
  }
  choice.name = rule_name(*schema);
  if (all_rules().count(choice.name) == 0 && aim.empty()) {
    throw Unsupported("--operator {}: {}; --operator all draws the {} operators that have a rule",
                      text, without_rule(*schema), all_rules().size());
  }
  if (candidates(choice).empty()) {
    throw UsageError(
        fmt::format("--operator {}: {} has no such version in force", text, choice.name));
  }
  return choice;
}

std::vector<OperatorChoice> every_operator(DType type, int opset) {
  std::vector<OperatorChoice> choices;
  for (const auto& [name, rule] : all_rules()) choices.push_back({name, 0, type, opset});
  std::erase_if(choices, [](const OperatorChoice& choice) { return candidates(choice).empty(); });
  return choices;
}

OperatorChoice narrowed(OperatorChoice choice, DType type, int opset) {
  choice.opset = opset;
  if (candidates(choice).empty()) {
    throw UsageError(
        fmt::format("--opset {}: there is no {} to draw at this opset", opset, choice.name));
  }
  choice.type = type;
  if (candidates(choice).empty()) {
    throw UsageError(fmt::format("--type {}: no version of {} in force has such an input",
                                 name(type), choice.name));
  }
  return choice;
}

namespace {

// Throws Unspecified if an element of the outputs is open.
void check_decided(const CaseFiles& files) {
  for (const CaseFiles::Set& set : files.sets) {
    for (const auto& [name, value] : set.outputs) {
      const std::vector<OpenUse> open = open_elements(value);
      if (!open.empty()) throw Unspecified("{}", to_string(open));
    }
  }
}

// A call that may meet the point: one that the rule draws and one like the atlas's example, in
// turn; at last the example itself.
AimedCall aimed_call(const OperatorChoice& choice, size_t draws, Draw& draw) {
  const auto rule = all_rules().find(choice.name);
  if (rule != all_rules().end() && draws % 2 == 0 && draws + 1 < most_aimed) {
    const Schema& schema = *draw.pick(candidates(choice));
    return unsettled(suitable_call(schema, rule->second.draft, choice.type, draw), draw);
  }
  AimedCall aimed = like_example(choice.aim, draws + 1 < most_aimed, draw);
  const std::vector<const Schema*> allowed = candidates(choice);
  const bool fits = std::find(allowed.begin(), allowed.end(), &schema_of(aimed)) != allowed.end();
  if (!fits || !has_input(aimed.call, choice.type)) {
    throw InvalidInput("the example of {} is of another version or type", choice.aim);
  }
  return aimed;
}

OperatorCase draw_aimed(const OperatorChoice& choice, Draw& draw, const Options& evaluation) {
  OperatorCase result;
  std::string last;
  for (; result.refused < most_aimed; ++result.refused) {
    try {
      const AimedCall aimed = aimed_call(choice, result.refused, draw);
      result.schema = &schema_of(aimed);
      if (std::optional<CaseFiles> files = case_at(choice.aim, aimed, choice.choices, evaluation)) {
        result.files = *std::move(files);
        return result;
      }
      last = choice.aim + " is not met";
    } catch (const Error& error) {
      if (!refuses(error) && error.kind() != ErrorKind::LimitExceeded) throw;
      last = error.what();
    }
  }
  throw InvalidInput("{}: {} draws were refused, the last one with: {}", choice.name,
                     result.refused, last);
}

}  // namespace

OperatorCase draw_case(const OperatorChoice& choice, Draw& draw, const Options& evaluation) {
  if (!choice.aim.empty()) return draw_aimed(choice, draw, evaluation);
  OperatorCase result;
  result.schema = draw.pick(candidates(choice));
  const Rule& draft = all_rules().at(choice.name).draft;
  for (;;) {
    try {
      const NodeCall call = suitable_call(*result.schema, draft, choice.type, draw);
      const ChoiceScope scope(Recording::on, choice.choices);
      result.files = node_case(call, false, evaluation);
      if (!choice.any) check_decided(result.files);
      return result;
    } catch (const Error& error) {
      if (!refuses(error)) throw;
      if (++result.refused < most_draws) continue;
      throw InvalidInput("{}: {} draws were refused, the last one with: {}", result.schema->label(),
                         result.refused, error.what());
    }
  }
}

}  // namespace etalon
