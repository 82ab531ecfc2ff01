#include "conformance/generate/operator_cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>

#include "conformance/cases/operator_names.h"
#include "conformance/common/usage_error.h"
#include "conformance/generate/aimed_calls.h"
#include "conformance/generate/drafts.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/rules.h"
#include "conformance/judge/open.h"
#include "engine/operators/domain.h"

namespace etalon {

namespace {

constexpr size_t most_draws = 200;
// Where an open point has to be met: the last one is the atlas's example as it is.
constexpr size_t most_aimed = 40;

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
  std::vector<const Schema*> versions = drawn_versions(choice.name);
  std::erase_if(versions, [&](const Schema* schema) {
    return (choice.version != 0 && schema->since_version != choice.version) ||
           (choice.opset != 0 &&
            find_schema(schema->domain, schema->name, choice.opset) != schema) ||
           !takes(*schema, choice.type) || !can_have(*schema, choice.wishes);
  });
  return versions;
}

// The domain in a rule's name.
std::string domain_in(const std::string& rule) {
  const size_t dot = rule.rfind('.');
  return dot == std::string::npos ? "" : rule.substr(0, dot);
}

// True for a domain of which an operator has a rule.
bool is_drawn(const std::string& domain) {
  return std::any_of(all_rules().begin(), all_rules().end(),
                     [&](const auto& rule) { return domain_in(rule.first) == domain; });
}

// The reason why an operator has no rule.
std::string without_rule(const Schema& schema) {
  static const std::set<std::string_view> random = {"Bernoulli",        "Multinomial",
                                                    "RandomNormal",     "RandomUniform",
                                                    "RandomNormalLike", "RandomUniformLike"};
  if (!is_drawn(schema.domain)) {
    return fmt::format("Etalon generates no calls of operators in {}", schema.domain);
  }
  if (random.count(schema.name) != 0)
    return "its outputs are random, so there are no expected outputs";
  if (find_implementation(schema.domain, schema.name, schema.since_version) == nullptr) {
    return "it is not implemented";
  }
  if (schema.name == "Gradient") return "Etalon generates no graphs for it to differentiate";
  return "it has no generation rule";
}

// Nothing that is drawn has what is wanted: it is of no use to go on.
class NeverDrawn : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

// Draws until an input has the type and the call what is wished for; then a version that takes it
// seldom needs many draws.
Draft suitable_draft(const Schema& schema, const OperatorChoice& choice, Draw& draw) {
  constexpr int most_unsuitable = 2000;
  const int most = choice.wishes.none() ? most_unsuitable : 25 * most_unsuitable;
  std::set<std::string> never;
  for (int i = 0; i < most; ++i) {
    Draft draft = draft_call(schema, draw);
    std::vector<std::string> lacking = unmet(draft, choice.wishes);
    if (!has_input(draft.call, choice.type)) {
      lacking.push_back(fmt::format("an input of type {}", name(choice.type)));
    }
    if (lacking.empty()) return draft;
    const std::set<std::string> missed(lacking.begin(), lacking.end());
    if (i == 0) never = missed;
    std::erase_if(never, [&](const std::string& each) { return missed.count(each) == 0; });
  }
  const std::string what =
      never.empty() ? "all of the wishes at once" : fmt::format("{}", fmt::join(never, ", nor "));
  throw NeverDrawn("{}: none of {} calls has {}", schema.label(), most, what);
}

// The attributes and inputs that are wished for.
std::vector<std::string> names_of(const Wishes& wishes) {
  std::vector<std::string> names;
  for (const auto& [name, value] : wishes.attributes) names.push_back(name);
  for (const auto& [name, shape] : wishes.shapes) names.push_back(name);
  return names;
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
    throw UsageError(fmt::format("--operator {}: {} has no version of this number in force; {}",
                                 text, choice.name, versions_text(versions_named(choice.name))));
  }
  return choice;
}

std::vector<OperatorChoice> every_operator(DType type, int opset) {
  std::vector<OperatorChoice> choices;
  for (const auto& [name, rule] : all_rules()) {
    if (!domain_of(domain_in(name)).named_alone) choices.push_back({name, 0, type, opset});
  }
  std::erase_if(choices, [](const OperatorChoice& choice) {
    const std::vector<const Schema*> versions = candidates(choice);
    return std::all_of(versions.begin(), versions.end(), [&](const Schema* schema) {
      return choice.opset == 0 && schema->since_version > newest_opset(schema->domain);
    });
  });
  return choices;
}

OperatorChoice narrowed(OperatorChoice choice, DType type, int opset, const Wishes& wishes) {
  choice.opset = opset;
  if (candidates(choice).empty()) {
    throw UsageError(
        fmt::format("--opset {}: there is no {} to draw at this opset", opset, choice.name));
  }
  choice.type = type;
  if (candidates(choice).empty()) {
    throw UsageError(fmt::format("--type {}: no version of {} in force has an input of this type",
                                 name(type), choice.name));
  }
  choice.wishes = wishes;
  if (candidates(choice).empty()) {
    throw UsageError(fmt::format("--attr, --shape: no version of {} in force has all of {}",
                                 choice.name, fmt::join(names_of(wishes), ", ")));
  }
  return choice;
}

namespace {

// True if the case has outputs, and none of them has an element.
bool is_empty(const CaseFiles& files) {
  const CaseValues& outputs = files.sets.at(0).outputs;
  return !outputs.empty() && std::all_of(outputs.begin(), outputs.end(), [](const auto& named) {
    return named.second.is_tensor() && named.second.tensor().size() == 0;
  });
}

// True if the only output is the first input.
bool is_idle(const CaseFiles& files) {
  const CaseFiles::Set& set = files.sets.at(0);
  if (set.outputs.size() != 1 || set.inputs.empty()) return false;
  const Value& in = set.inputs[0].second;
  const Value& out = set.outputs[0].second;
  return in.is_tensor() && out.is_tensor() && identical(in.tensor(), out.tensor());
}

// Operators that mostly, or always, give their first input back.
bool always_idle(const Schema& schema) {
  constexpr int first_dropout_with_training = 12;
  return schema.name == "Identity" ||
         (schema.name == "Dropout" && schema.since_version < first_dropout_with_training);
}

class CaseDrawer {
 public:
  CaseDrawer(const OperatorChoice& choice, Draw& draw, const Options& evaluation)
      : choice_(choice), draw_(draw), evaluation_(evaluation) {
    if (aims()) return;
    result_.schema = draw.pick(candidates(choice));
    std::vector<Shape> shapes;
    for (const auto& [name, shape] : choice.wishes.shapes) shapes.push_back(shape);
    draw.prefer(std::move(shapes));
    const bool free = draw.guided();
    may_be_empty_ = free || draw.chance(allowed);
    may_be_idle_ = free || draw.chance(allowed) || always_idle(*result_.schema);
  }

  OperatorCase drawn() {
    const size_t most = aims() ? most_aimed : most_draws;
    for (std::string last;;) {
      try {
        if (aims() ? meets_point() : completes(suitable_draft(*result_.schema, choice_, draw_))) {
          return std::move(result_);
        }
        if (!aims()) continue;
        last = choice_.aim + " is not met";
      } catch (const Error& error) {
        const bool never = dynamic_cast<const NeverDrawn*>(&error) != nullptr;
        const bool limited = error.kind() == ErrorKind::LimitExceeded;
        if (aims() ? !refuses(error) && !limited : !refuses(error) || never) throw;
        last = error.what();
      }
      if (++result_.refused < most) continue;
      throw InvalidInput("{}: {} draws were refused, the last one with: {}",
                         result_.schema ? result_.schema->label() : choice_.name, result_.refused,
                         last);
    }
  }

 private:
  // Of what is drawn empty, and idle: so where a third of the calls of a rule is so, one case in
  // ten.
  static constexpr double allowed = 0.3;
  static constexpr size_t most_passed_over = 20;
  static constexpr int most_values = 4;

  bool aims() const { return !choice_.aim.empty(); }

  // A call that may meet the point: one that the rule draws and one like the example, in turn; at
  // last the example itself.
  Draft aimed() {
    const bool last = result_.refused + 1 == most_aimed;
    if (all_rules().contains(choice_.name) && result_.refused % 2 == 0 && !last) {
      const Schema& schema = *draw_.pick(candidates(choice_));
      return unsettled(suitable_draft(schema, choice_, draw_), draw_);
    }
    Draft aimed = like_example(choice_.aim, !last, draw_);
    const std::vector<const Schema*> allowed = candidates(choice_);
    const bool fits = std::find(allowed.begin(), allowed.end(), aimed.schema) != allowed.end();
    if (!fits || !has_input(aimed.call, choice_.type)) {
      throw InvalidInput("the example of {} is of another version or type", choice_.aim);
    }
    return aimed;
  }

  bool meets_point() {
    const Draft draft = aimed();
    std::optional<CaseFiles> files = case_at(choice_.aim, draft, choice_.choices, evaluation_);
    if (!files) return false;
    result_.schema = draft.schema;
    keep(*std::move(files), draft.call, "aimed", {choice_.aim});
    return true;
  }

  void keep(CaseFiles files, const NodeCall& call, std::string_view values,
            std::vector<std::string> open) {
    files.about = about_call(*result_.schema, call.node, call.inputs, values);
    files.about->open = std::move(open);
    result_.files = std::move(files);
  }

  // Evaluates the draft with values of a class, and with others where these are refused. Throws
  // the refusal of the last ones.
  bool completes(const Draft& draft) {
    for (int i = 0;; ++i) {
      const bool last = i + 1 == most_values;
      const ValueClass values = class_of(draft, i);
      try {
        return fill(draft, values, i > 0);
      } catch (const Error& error) {
        const bool ordinary = values == ValueClass::ordinary;
        const bool again =
            !last && !draft.free.empty() && (!ordinary || error.kind() == ErrorKind::Unspecified);
        if (!refuses(error) || !again) throw;
        ++result_.revalued;
      }
    }
  }

  // After a refusal it is another class than ordinary, and at last ordinary.
  ValueClass class_of(const Draft& draft, int refusals) {
    if (choice_.wishes.values) return *choice_.wishes.values;
    if (refusals + 1 == most_values) return ValueClass::ordinary;
    const double ordinary = refusals == 0 ? 0.5 : 0;
    return draw_class(draw_, draft.free_types(), draft.schema->name, ordinary);
  }

  // False if the case is passed over.
  bool fill(const Draft& draft, ValueClass values, bool anew) {
    const NodeCall call = with_values(draft, values, anew, draw_);
    const ChoiceScope scope(Recording::on, choice_.choices);
    CaseFiles files = node_case(call, false, evaluation_);
    if (!choice_.any) check_decided(files);
    const bool over = (!may_be_empty_ && is_empty(files)) || (!may_be_idle_ && is_idle(files));
    if (over && result_.passed_over < most_passed_over) {
      ++result_.passed_over;
      return false;
    }
    keep(std::move(files), call, name(values), scope.met());
    return true;
  }

  const OperatorChoice& choice_;
  Draw& draw_;
  const Options& evaluation_;
  OperatorCase result_;
  bool may_be_empty_ = true;
  bool may_be_idle_ = true;
};

}  // namespace

OperatorCase draw_case(const OperatorChoice& choice, Draw& draw, const Options& evaluation) {
  return CaseDrawer(choice, draw, evaluation).drawn();
}

}  // namespace etalon
