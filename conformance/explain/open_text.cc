#include "conformance/explain/open_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/open_points.h"
#include "conformance/cases/open_table.h"
#include "conformance/check/value_text.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/markup.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// "MaxPool-8, MaxPool-12": "8, 12"; "all" for every version of the operator.
std::string versions_text(const OperatorPoints& of, const OpenPoint& point) {
  size_t all = 0;
  for (const Schema& schema : all_schemas()) {
    all += schema.domain == canonical_domain(of.domain) && schema.name == of.op ? 1 : 0;
  }
  return all == point.versions.size() ? "all" : fmt::format("{}", fmt::join(point.versions, ", "));
}

using nlohmann::json;
using Json = nlohmann::ordered_json;

// A value in one line; the JSON itself where it is no value that Etalon has.
std::string value_line(const json& written) {
  if (written.is_null()) return "none";
  try {
    const Value value = value_from_json(written);
    std::string text = type_text(value) + " " + value_text(value);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  } catch (const std::exception&) {  // a form that only other runtimes give, such as a list of maps
    return json_text(written);
  }
}

std::string lines_of_values(const json& values) {
  std::string text;
  for (const json& value : values) text += (text.empty() ? "" : "; ") + value_line(value);
  return text.empty() ? "nothing" : text;
}

std::string quotation_text(const OpenPoint& point) {
  if (point.text.empty()) return "says nothing";
  const Quotation& said = point.text.front();
  const std::string release = said.release.empty() ? "" : "; the text of " + said.release;
  return fmt::format("“{}” ({}{})", said.quote, said.place, release);
}

// "nan_or_number" as its sentence, with the rule's parameters.
std::string permits_text(const Vocabulary& vocabulary, const json& permits) {
  std::string text = sentence_of(vocabulary.rules, permits.value("rule", ""));
  for (const auto& [key, value] : permits.items()) {
    if (key == "rule") continue;
    text += fmt::format(" ({}: {})", key, json_text(value));
  }
  return text;
}

const Schema* schema_of(const OpenPoint& point, const OperatorPoints& of) {
  const int64_t opset = point.example.value("opset", int64_t{1});
  return find_schema(of.domain, of.op, opset);
}

std::string example_text(const OpenPoints& points, const OpenPoint& point) {
  const OperatorPoints* of = points.find(point.id).first;
  const Schema* schema = of == nullptr ? nullptr : schema_of(point, *of);
  if (schema == nullptr) return "";
  std::string text = fmt::format("    example       {}\n", call_text(*schema, point.example));
  text += fmt::format("      {:<24}{}\n", "Etalon", answer_text(point.example));
  const auto answers = points.peers.answers.find(point.id);
  if (answers == points.peers.answers.end()) return text;
  for (const auto& [runtime, answer] : answers->second) {
    const auto version = points.peers.versions.find(runtime);
    const std::string label =
        version == points.peers.versions.end() ? runtime : runtime + " " + version->second;
    text += fmt::format("      {:<24}{}\n", label, answer_text(answer));
  }
  return text;
}

Json quotations_json(const std::vector<Quotation>& quotations) {
  Json list = Json::array();
  for (const Quotation& said : quotations) {
    Json entry = {{"quote", said.quote}, {"place", said.place}, {"versions", said.versions}};
    if (!said.release.empty()) entry["release"] = said.release;
    list.push_back(std::move(entry));
  }
  return list;
}

Json point_json(const OpenPoints& points, const ChosenPoint& chosen) {
  const OpenPoint& point = *chosen.point;
  Json entry = {{"id", point.id},
                {"domain", chosen.of->domain},
                {"operator", chosen.of->op},
                {"question", point.question},
                {"versions", point.versions},
                {"status", name(point.status)},
                {"text", quotations_json(point.text)},
                {"choice", point.choice},
                {"peers_differ", peers_differ(points.peers, point.id)}};
  const std::pair<const char*, const std::string&> texts[] = {{"condition", point.condition},
                                                              {"why", point.why},
                                                              {"official", point.official},
                                                              {"note", point.note}};
  for (const auto& [key, text] : texts) {
    if (!text.empty()) entry[key] = text;
  }
  if (!point.permits.empty()) entry["permits"] = Json(point.permits);
  if (!point.example.is_null()) entry["example"] = Json(point.example);
  const auto answers = points.peers.answers.find(point.id);
  if (answers != points.peers.answers.end()) entry["peers"] = Json(json(answers->second));
  return entry;
}

constexpr std::string_view introduction = R"(# What the specification leaves open

`etalon open --format md` writes this page from [open_points](open_points/README.md).

Each operator of ai.onnx and ai.onnx.ml answers the same questions: **R** the text requires the
result, **P** it permits a set of results, **S** it is silent, **–** the question does not concern the
operator, **?** not answered yet. Of several points of a cell, and of several versions, the most open
one is shown. Operators of com.microsoft have points of their own, the last ones here: *measured* says
that their text has no sentence, and that Etalon gives what a released ONNX Runtime was seen to give.

)";

// Text as code. A backtick would end it.
std::string code(std::string text) {
  std::replace(text.begin(), text.end(), '`', '\'');
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
    for (const HowAnswered answer : row.answers) text += fmt::format(" {} |", sign(answer));
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
                  markdown_text(sentence_of(vocabulary.conditions, point.condition)),
                  versions == "all" ? "" : "; versions " + versions);
  text += quotations_text(point) + "\n";
  text += fmt::format("Permitted: {}. Etalon: {}. {}{}\n",
                      markdown_text(vocabulary.rules.at(point.permits.at("rule"))),
                      markdown_text(point.choice), markdown_text(point.why),
                      point.note.empty() ? "" : " " + markdown_text(point.note));
  text += point.official.empty()
              ? "\n"
              : fmt::format("Official cases: {}.\n\n", markdown_text(point.official));
  const Schema* schema = schema_of(point, of);
  if (schema == nullptr) return text;
  text += fmt::format("| {} | |\n| --- | --- |\n", code(call_text(*schema, point.example)));
  return text + answers_text(points, point) + "\n";
}

}  // namespace

std::string answer_text(const json& answer) {
  if (answer.contains("unsupported")) return "does not support it";
  if (answer.contains("error")) return "refuses: " + answer.at("error").get<std::string>();
  return lines_of_values(answer.contains("chosen") ? answer.at("chosen") : answer.at("outputs"));
}

std::string call_text(const Schema& schema, const json& example) {
  std::vector<std::string> parts;
  const json inputs = example.value("inputs", json::array());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_null()) continue;
    const FormalParameter* formal = parameter_at(schema.inputs, i);
    const std::string label = formal == nullptr ? fmt::format("input {}", i) : formal->name;
    parts.push_back(fmt::format("{} = {}", label, value_line(inputs[i])));
  }
  const json attributes = example.value("attributes", json::object());
  for (const auto& [key, value] : attributes.items()) {
    parts.push_back(fmt::format("{} = {}", key, json_text(value)));
  }
  return fmt::format("{}({})", schema.label(), fmt::join(parts, ", "));
}

std::string list_text(const std::vector<ChosenPoint>& chosen) {
  std::string text;
  for (const auto& [of, point] : chosen) {
    const std::string versions = versions_text(*of, *point);
    text += fmt::format("{:<10} {:<36} {}{}\n", name(point->status), point->id, point->choice,
                        versions == "all" ? "" : " (versions " + versions + ")");
  }
  return printable_lines(text);
}

std::string point_text(const OpenPoints& points, const OpenPoint& point) {
  std::string text = fmt::format("  {} {}", name(point.status), point.id);
  if (point.status == PointStatus::required) {
    const std::string choice = point.choice.empty() ? "" : ": " + point.choice;
    return printable_lines(text + fmt::format("{}; {}\n", choice, quotation_text(point)));
  }
  const Vocabulary& vocabulary = points.vocabulary;
  text += fmt::format(": {}\n", sentence_of(vocabulary.conditions, point.condition));
  text += fmt::format("    the text      {}\n", quotation_text(point));
  text += fmt::format("    permitted     {}\n", permits_text(vocabulary, point.permits));
  text += fmt::format("    Etalon gives  {}\n", point.choice);
  text += fmt::format("    why           {}\n", point.why);
  if (!point.note.empty()) text += fmt::format("    note          {}\n", point.note);
  if (!point.official.empty()) text += fmt::format("    official      {}\n", point.official);
  return printable_lines(text + example_text(points, point));
}

std::string point_sentence(const OpenPoints& points, const OpenPoint& point) {
  const Vocabulary& words = points.vocabulary;
  std::string question = point.question;
  for (const Question& each : words.questions) {
    if (each.id == point.question) question = each.sentence;
  }
  const std::string choice = point.choice.empty() ? "as the formula gives it" : point.choice;
  if (point.status == PointStatus::required) {
    return printable_lines(
        fmt::format("{} Required: {}; the text: {}.", question, choice, quotation_text(point)));
  }
  static const std::map<PointStatus, const char*> statuses = {
      {PointStatus::permitted, "Permitted"},
      {PointStatus::measured, "Measured of ONNX Runtime, for the text is silent"},
      {PointStatus::silent, "The text is silent"}};
  return printable_lines(
      fmt::format("{} {}, where {}: {}; Etalon’s choice: {}; the text: {}.", question,
                  statuses.at(point.status), sentence_of(words.conditions, point.condition),
                  permits_text(words, point.permits), choice, quotation_text(point)));
}

std::string summary_text(const OpenPoints& points) {
  std::map<PointStatus, size_t> by_status;
  size_t total = 0, differing = 0;
  for (const OperatorPoints& each : points.operators) {
    for (const OpenPoint& point : each.points) {
      ++by_status[point.status];
      ++total;
      differing += peers_differ(points.peers, point.id) ? 1 : 0;
    }
  }
  const std::vector<AnswerRow> rows = answer_table(points);
  AnswerCounts counts = count(rows);
  std::string text = fmt::format(
      "{} operators, {} questions: {} answered as required, {} permitted, {} silent; {} do not "
      "apply, {} not answered\n",
      counts.operators, counts.questions, counts.cells[HowAnswered::required],
      counts.cells[HowAnswered::permitted], counts.cells[HowAnswered::silent],
      counts.cells[HowAnswered::unconcerned], counts.cells[HowAnswered::missing]);
  text += fmt::format(
      "{} points: {} required, {} permitted, {} silent, {} measured; other runtimes "
      "differ on {}\n",
      total, by_status[PointStatus::required], by_status[PointStatus::permitted],
      by_status[PointStatus::silent], by_status[PointStatus::measured], differing);
  std::vector<std::string> missing;
  for (const AnswerRow& row : rows) {
    const auto& answers = row.answers;
    if (std::find(answers.begin(), answers.end(), HowAnswered::missing) != answers.end()) {
      missing.push_back(row.label);
    }
  }
  if (!missing.empty()) text += fmt::format("not yet answered: {}\n", fmt::join(missing, ", "));
  return printable_lines(text);
}

std::string list_json(const OpenPoints& points, const std::vector<ChosenPoint>& chosen) {
  Json list = Json::array();
  for (const ChosenPoint& each : chosen) list.push_back(point_json(points, each));
  AnswerCounts counts = count(answer_table(points));
  const Json document = {
      {"schema", 1},
      {"operators", counts.operators},
      {"questions", counts.questions},
      {"cells",
       {{"required", counts.cells[HowAnswered::required]},
        {"permitted", counts.cells[HowAnswered::permitted]},
        {"silent", counts.cells[HowAnswered::silent]},
        {"does_not_apply", counts.cells[HowAnswered::unconcerned]},
        {"not_answered", counts.cells[HowAnswered::missing]}}},
      {"peers", {{"date", points.peers.date}, {"versions", points.peers.versions}}},
      {"points", list}};
  return json_text(document, 1) + "\n";
}

std::string open_markdown(const OpenPoints& points) {
  std::string text = std::string(introduction) + summary_text(points) + "\n";
  text += fmt::format("Answers of other runtimes were measured on {}: ", points.peers.date);
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
