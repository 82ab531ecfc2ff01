#include "conformance/commands/open_markdown.h"

#include <fmt/format.h>

#include "conformance/cases/open_table.h"
#include "conformance/explain/open_text.h"
#include "conformance/reports/text.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

constexpr std::string_view introduction = R"(# What the specification leaves open

`etalon open --format md` writes this page from [open_points](open_points/README.md).

Each operator of ai.onnx and ai.onnx.ml answers the same questions: **R** the text requires the
result, **P** it permits a set of results, **S** it is silent, **–** the question does not concern the
operator, **?** not answered yet. Of several points of a cell, and of several versions, the most open
one is shown.

)";

// Text as code. A backtick would end it.
std::string code(std::string text) {
  for (char& c : text) {
    if (c == '`') c = '\'';
  }
  return "`" + text + "`";
}

std::string questions_text(const Vocabulary& vocabulary) {
  std::string text = "| question | |\n| --- | --- |\n";
  for (const Question& question : vocabulary.questions) {
    text += fmt::format("| {} | {} |\n", markdown_text(question.title),
                        markdown_text(question.sentence));
  }
  return text + "\n";
}

std::string table_text(const OpenPoints& points) {
  std::string head = "| operator |";
  std::string rule = "\n| --- |";
  for (const Question& question : points.vocabulary.questions) {
    head += " " + markdown_text(question.title) + " |";
    rule += " :-: |";
  }
  std::string text = head + rule + "\n";
  for (const AnswerRow& row : answer_table(points)) {
    text += "| " + row.label + " |";
    for (const Answer answer : row.answers) text += fmt::format(" {} |", sign(answer));
    text += "\n";
  }
  return text;
}

std::string quotations_text(const OpenPoint& point) {
  if (point.text.empty()) return "The text says nothing.";
  std::string text = "The text: ";
  for (const Quotation& said : point.text) {
    if (&said != &point.text.front()) text += "; ";
    text += fmt::format("“{}” ({}", markdown_text(said.quote), markdown_text(said.place));
    if (point.text.size() > 1) text += fmt::format(", versions {}", fmt::join(said.versions, ", "));
    text += said.release.empty() ? ")" : ", " + markdown_text(said.release) + ")";
  }
  return text + ".";
}

std::string answers_text(const OpenPoints& points, const OpenPoint& point) {
  std::string text = fmt::format("| Etalon | {} |\n", code(answer_text(point.example)));
  const auto answers = points.peers.answers.find(point.id);
  if (answers == points.peers.answers.end()) return text;
  for (const auto& [runtime, answer] : answers->second) {
    text += fmt::format("| {} | {} |\n", runtime, code(answer_text(answer)));
  }
  return text;
}

std::string point_section(const OpenPoints& points, const OperatorPoints& of,
                          const OpenPoint& point) {
  const Vocabulary& vocabulary = points.vocabulary;
  const std::string versions = versions_text(of, point);
  std::string text =
      fmt::format("**{}**: {}, where {}{}.\n", markdown_text(point.id), name(point.status),
                  markdown_text(vocabulary.conditions.at(point.condition)),
                  versions == "all" ? "" : "; versions " + versions);
  text += quotations_text(point) + "\n";
  text += fmt::format("Permitted: {}. Etalon: {}. {}{}\nOfficial cases: {}.\n\n",
                      markdown_text(vocabulary.rules.at(point.permits.at("rule"))),
                      markdown_text(point.choice), markdown_text(point.why),
                      point.note.empty() ? "" : " " + markdown_text(point.note),
                      markdown_text(point.official));
  const Schema* schema = find_schema(of.domain, of.op, point.example.value("opset", int64_t{1}));
  if (schema == nullptr) return text;
  text += fmt::format("| {} | |\n| --- | --- |\n", code(call_text(*schema, point.example)));
  return text + answers_text(points, point) + "\n";
}

}  // namespace

std::string open_markdown(const OpenPoints& points) {
  std::string text = std::string(introduction) + summary_text(points) + "\n";
  text += fmt::format("Answers of other runtimes are those of {}: ", points.peers.date);
  std::string peers;
  for (const auto& [runtime, version] : points.peers.versions) {
    peers += (peers.empty() ? "" : ", ") + runtime + " " + version;
  }
  text += peers + ".\n\n" + questions_text(points.vocabulary) + table_text(points);
  for (const OperatorPoints& of : points.operators) {
    std::string sections;
    for (const OpenPoint& point : of.points) {
      if (point.status != PointStatus::required) sections += point_section(points, of, point);
    }
    if (!sections.empty()) text += fmt::format("\n## {}\n\n{}", of.label(), sections);
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return printable_lines(text);
}

}  // namespace etalon
