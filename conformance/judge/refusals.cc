#include "conformance/judge/refusals.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "conformance/cases/open_points.h"
#include "engine/operators/schema.h"

namespace etalon {
namespace {

// Each with the question that it answers.
std::map<std::string, std::string> points_with_refusals() {
  std::map<std::string, std::string> questions;
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.status == PointStatus::required) continue;
      const std::string rule = point.permits.at("rule");
      if (rule.ends_with("_or_error")) questions.emplace(point.id, point.question);
    }
  }
  return questions;
}

const std::map<std::string, std::string>& known_points() {
  static const std::map<std::string, std::string> known = points_with_refusals();
  return known;
}

// Sentences of conformance/run about a runtime that says nothing, or breaks the protocol.
bool has_words(const std::string& message) {
  constexpr std::array<std::string_view, 4> ours = {"the backend gave no reason",
                                                    "the backend's reply ", "the backend wrote ",
                                                    "the backend does not start"};
  return message.find_first_not_of(" \t") != std::string::npos &&
         std::none_of(ours.begin(), ours.end(),
                      [&](std::string_view begin) { return message.starts_with(begin); });
}

// "RuntimeError" alone says nothing of the call.
bool says_refusal(const std::string& message) {
  static const re2::RE2 words(
      R"((?i)invalid|illegal|unsupported|undefined|overflow|exceed|unexpected)"
      R"(|out[ -]of[ -](the )?(valid )?(range|bound)|outside|can ?not\b|can't|could ?n[o']t)"
      R"(|\bmust\b|\bshould\b|\bexpected\b|\bwas false\b|\brequire|\btoo (few|many|large|small|long)\b)"
      R"(|\bnot (yet )?(be )?(in range|in the range|support|implement|allow|permit|valid|defin|handl))");
  return re2::RE2::PartialMatch(message, words);
}

// The words for what a question of the vocabulary asks.
bool names_subject(const std::string& message, const std::string& question) {
  static const std::map<std::string, std::string> patterns = {
      {"absent", R"(absent|missing|\bneed|\binput)"},
      {"batch0", R"(batch|empty|zero|size 0|dim(ension)?s?\b|shape)"},
      {"duplicates", R"(duplicat|repeat|twice|unique|distinct)"},
      {"empty", R"(empty|zero|size 0|at least|no (element|data|value)|dim(ension)?s?\b|shape)"},
      {"empty_container", R"(empty|zero|size 0|at least|no (element|data|value)|index)"},
      {"index", R"(index|indic|range|bound|length|size|batch)"},
      {"inf", R"(\binf|finite|range)"},
      {"int_min", R"(overflow|least|minimum|integer)"},
      {"nan", R"(\bnan|finite|not a number)"},
      {"overflow", R"(range|large|conver|number|integer|negative|\bsto[a-z]+\b)"},
      {"padding_window", R"(pad|window|kernel|\bdivi|zero|empty)"},
      {"rank0", R"(rank|scalar|dim(ension)?s?\b|shape|\bax[ie]s\b)"},
      {"zero_divisor", R"(zero|\bdivi|modul|\bstep|\bsize|\bdelta)"},
  };
  const auto pattern = patterns.find(question);
  return pattern != patterns.end() &&
         re2::RE2::PartialMatch(message, re2::RE2("(?i)" + pattern->second));
}

bool has_word(const std::string& message, const std::string& word, bool any_case) {
  const std::string pattern = R"(\b)" + re2::RE2::QuoteMeta(word) + R"(\b)";
  return re2::RE2::PartialMatch(message, re2::RE2((any_case ? "(?i)" : "") + pattern));
}

constexpr size_t telling_letters = 3;  // of a name that no message has by chance
constexpr size_t long_letters = 5;     // of one that may be part of a word: "CreateMelWeightMatrix"

bool names_operator(const std::string& message, const std::string& op) {
  if (op.size() < long_letters) return has_word(message, op, false);
  std::string letters;
  for (const char c : message) {
    if (c != '_') letters += c;
  }
  return re2::RE2::PartialMatch(letters, re2::RE2("(?i)" + re2::RE2::QuoteMeta(op)));
}

// The names of the inputs and attributes of the operator's nodes, by the schema and by the model.
void add_parts(const Graph& graph, const std::string& op, std::set<std::string>& parts) {
  for (const Node& node : graph.nodes) {
    each_subgraph(node, [&](const Graph& inner) { add_parts(inner, op, parts); });
    if (node.op_type != op || node.schema == nullptr) continue;
    parts.insert(node.inputs.begin(), node.inputs.end());
    for (const FormalParameter& formal : node.schema->inputs) parts.insert(formal.name);
    for (const FormalAttribute& formal : node.schema->attributes) parts.insert(formal.name);
  }
}

bool names_part(const std::string& message, const std::string& op, const Model& model) {
  std::set<std::string> parts;
  add_parts(model.graph, op, parts);
  for (const Function& function : model.functions) add_parts(function.body, op, parts);
  return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
    return part.size() >= telling_letters && has_word(message, part, true);
  });
}

void add_operators(const Graph& graph, std::set<std::string>& operators) {
  for (const Node& node : graph.nodes) {
    operators.insert(node.op_type);
    each_subgraph(node, [&](const Graph& inner) { add_operators(inner, operators); });
  }
}

std::set<std::string> operators_in(const Model& model) {
  std::set<std::string> operators;
  add_operators(model.graph, operators);
  for (const Function& function : model.functions) add_operators(function.body, operators);
  return operators;
}

}  // namespace

std::vector<std::string> refusable(const std::vector<std::string>& points) {
  std::vector<std::string> ids;
  for (const std::string& id : points) {
    if (known_points().contains(id)) ids.push_back(id);
  }
  return ids;
}

std::vector<std::string> permitted_refusals(const BoundModel& model, const Bindings& inputs,
                                            const Options& options, const Choices& choices) {
  const ChoiceScope scope(Recording::on, choices);
  try {
    evaluate(model, inputs, options);
  } catch (const LimitExceeded&) {
    return {};
  } catch (const Error&) {
  }
  return refusable(scope.met());
}

bool says_unsupported(const std::string& message) {
  static const re2::RE2 words(
      R"((?i)\bonly (\w+ )?supports?\b|\bsupports? only\b|\bonly (be )?(supported|implemented)\b)"
      R"(|\bnot (\w+ )?(be )?(support|implement)(s|ed)?\b|n't (\w+ )?(support|implement)(s|ed)?\b)"
      R"(|\bno(t have)? support\b|unsupported|unimplemented|\bNotImplemented|\bNOT_IMPLEMENTED\b)");
  return re2::RE2::PartialMatch(message, words);
}

Status status_for_valid_call(Status status, const std::string& message) {
  const bool refuses = status == Status::invalid || status == Status::error;
  return refuses && has_words(message) && says_unsupported(message) ? Status::unsupported : status;
}

std::string to_string(const Refusal& refusal) {
  return fmt::format("{}: {}", to_string(refusal.status), refusal.message);
}

std::vector<std::string> fitting(const std::vector<std::string>& points, const Refusal& refusal,
                                 const Model& model) {
  const std::string& message = refusal.message;
  if (!has_words(message)) return {};
  const std::set<std::string> operators = operators_in(model);
  const bool names_any = std::any_of(operators.begin(), operators.end(),
                                     [&](const auto& op) { return names_operator(message, op); });
  const bool refuses = refusal.status == Status::invalid || says_refusal(message);
  std::vector<std::string> ids;
  for (const std::string& id : points) {
    const std::string& op = open_points().find(id).first->op;
    const bool is_about =
        names_part(message, op, model) || refuses || names_subject(message, known_points().at(id));
    if (names_operator(message, op) || (!names_any && is_about)) ids.push_back(id);
  }
  return ids;
}

void settle_blanket_refusals(std::vector<CaseResult>& results) {
  std::map<std::string, std::vector<const CaseResult*>> required;  // by what the runtime said
  for (const CaseResult& result : results) {
    if (result.status == Status::invalid || result.status == Status::error) {
      required[to_string({result.status, result.message})].push_back(&result);
    } else if (result.status == Status::unsupported && !result.refusal.empty()) {
      required[result.refusal].push_back(&result);
    }
  }
  for (CaseResult& result : results) {
    const auto same = required.find(result.refusal);
    if (result.status != Status::open || result.refusal.empty() || same == required.end()) continue;
    const CaseResult& other = *same->second.front();
    result.status = other.status;
    result.message = other.message;
    result.open.clear();
    result.refusal = other.refusal;
  }
}

}  // namespace etalon
