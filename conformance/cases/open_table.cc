#include "conformance/cases/open_table.h"

#include <algorithm>
#include <array>

#include "conformance/cases/operator_names.h"

namespace etalon {

namespace {

// True for a type of this kind: "tensor" and "container" by the type itself, "float", "signed" and
// "string" by its elements (of a map also by its keys).
bool has_kind(const Type& type, const std::string& kind) {
  const bool tensor = type.kind == Type::Kind::tensor;
  if (kind == "tensor") return tensor;
  if (kind == "container") {
    return type.kind == Type::Kind::sequence || type.kind == Type::Kind::optional ||
           type.kind == Type::Kind::map;
  }
  if (kind == "string" && type.dtype == DType::string) return true;
  if (type.element != nullptr) return has_kind(*type.element, kind);
  if (kind == "signed") return is_signed_integer(type.dtype);
  return kind == "float" && (is_float(type.dtype) || is_complex(type.dtype));
}

bool has_input(const Schema& schema, const std::string& kind) {
  return std::any_of(schema.inputs.begin(), schema.inputs.end(), [&](const FormalParameter& input) {
    if (kind == "optional") return input.option == FormalParameter::Option::optional;
    const TypeConstraint* constraint = schema.constraint(input.type);
    const std::vector<Type> types =
        constraint == nullptr ? std::vector<Type>{type_named(input.type)} : constraint->accepted;
    return std::any_of(types.begin(), types.end(),
                       [&](const Type& type) { return has_kind(type, kind); });
  });
}

HowAnswered answer_of(PointStatus status) {
  if (status == PointStatus::required) return HowAnswered::required;
  return status == PointStatus::permitted ? HowAnswered::permitted : HowAnswered::silent;
}

// How one version answers; `found` is nullptr for an operator without points.
HowAnswered answer_of(const Question& question, const Schema& schema, const OperatorPoints* found) {
  if (!concerns(question, schema)) return HowAnswered::unconcerned;
  if (!question.common.empty()) return HowAnswered::required;
  HowAnswered answer = HowAnswered::unconcerned;
  if (found == nullptr) return HowAnswered::missing;
  for (const OpenPoint& point : found->points) {
    if (point.question != question.id || !concerns(point, schema)) continue;
    answer = std::max(answer, answer_of(point.status));
  }
  return answer == HowAnswered::unconcerned ? HowAnswered::missing : answer;
}

}  // namespace

std::string_view sign(HowAnswered answer) {
  constexpr std::array<std::string_view, 5> signs = {"–", "R", "P", "S", "?"};
  return signs[static_cast<size_t>(answer)];
}

bool concerns(const Question& question, const Schema& schema) {
  const auto& listed = question.operators;
  const bool named =
      listed.empty() || std::find(listed.begin(), listed.end(), full_name(schema)) != listed.end();
  return named && (question.input.empty() || has_input(schema, question.input));
}

std::vector<AnswerRow> answer_table(const OpenPoints& points) {
  std::vector<AnswerRow> rows;
  const auto& questions = points.vocabulary.questions;
  for (const Schema& schema : all_schemas()) {
    if (!answers_questions(schema.domain) || schema.experimental) continue;
    if (rows.empty() || rows.back().label != full_name(schema)) {
      rows.push_back({full_name(schema),
                      std::vector<HowAnswered>(questions.size(), HowAnswered::unconcerned)});
    }
    const OperatorPoints* found = points.of(schema);
    for (size_t i = 0; i < questions.size(); ++i) {
      HowAnswered& answer = rows.back().answers[i];
      answer = std::max(answer, answer_of(questions[i], schema, found));
    }
  }
  return rows;
}

AnswerCounts count(const std::vector<AnswerRow>& rows) {
  AnswerCounts counts;
  counts.operators = rows.size();
  counts.questions = rows.empty() ? 0 : rows[0].answers.size();
  for (const AnswerRow& row : rows) {
    for (const HowAnswered answer : row.answers) ++counts.cells[answer];
  }
  return counts;
}

bool peers_differ(const PeerAnswers& peers, const std::string& id) {
  const auto found = peers.answers.find(id);
  if (found == peers.answers.end()) return false;
  const nlohmann::json* first = nullptr;
  for (const auto& [runtime, answer] : found->second) {
    if (answer.contains("unsupported")) continue;
    if (first != nullptr &&
        first->value("outputs", nlohmann::json()) != answer.value("outputs", nlohmann::json())) {
      return true;
    }
    first = &answer;
  }
  return false;
}

}  // namespace etalon
