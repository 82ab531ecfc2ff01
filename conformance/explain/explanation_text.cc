#include "conformance/explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/check/value_text.h"
#include "conformance/common/json.h"
#include "conformance/common/text_lines.h"
#include "conformance/explain/open_text.h"
#include "conformance/explain/page_code.h"
#include "conformance/explain/runtimes.h"
#include "conformance/explain/schema_text.h"
#include "engine/operators/domain.h"
#include "engine/values/utf8.h"

namespace etalon::explain {

namespace {

constexpr size_t most_names = 10;
constexpr size_t most_places = 3;

std::string implementation_text(const Facts& facts) {
  if (facts.row != nullptr) return "implemented in " + facts.row->source;
  if (facts.schema->deprecated) return "deprecated, not implemented";
  const std::string_view why = why_left_out(facts.schema->domain, facts.schema->name);
  return fmt::format("not implemented{}{}", why.empty() ? "" : ": ", why);
}

std::string changes_text(const Facts& facts) {
  if (facts.before == nullptr) return "";
  std::string text = fmt::format("  changes since {}\n", facts.before->since_version);
  const std::string said = meaning(facts.header, facts.schema->since_version);
  if (!said.empty()) text += fmt::format("    in meaning: {}\n", said);
  const std::vector<std::string> lines = changes(*facts.before, *facts.schema);
  for (const std::string& line : lines) text += "    " + line + "\n";
  if (lines.empty()) text += "    none in the schema\n";
  return text;
}

std::string attributes_text(const Facts& facts) {
  std::string text;
  for (const auto& [name, found] : facts.attributes) {
    if (found.words.empty() && found.read.empty()) continue;
    text += fmt::format("    {}\n", name);
    if (!found.words.empty()) {
      text += fmt::format("      may be {}\n", fmt::join(found.words, ", "));
    }
    for (size_t i = 0; i < std::min(found.read.size(), most_places); ++i) {
      const CodeLine& place = found.read[i];
      text += fmt::format("      {}:{}  {}\n", place.path, place.line, place.text);
    }
  }
  return text.empty() ? "" : "  attributes in the code\n" + text;
}

std::string body_text(const FunctionBody& body) {
  std::string text = "  the specification's function body";
  if (!body.of.empty()) text += fmt::format(", for {}", body.of);
  text += "\n";
  for (const std::string& line : body.lines) text += "    " + line + "\n";
  return text;
}

std::string erratum_text(const Erratum& erratum) {
  const std::string thread = erratum.thread.empty() ? "" : " (" + erratum.thread + ")";
  const std::string follows = erratum.follows_data ? "data" : "text";
  std::string text =
      fmt::format("  {} {}{}\n", erratum.follows_data ? "reading" : "erratum", erratum.id, thread);
  text += fmt::format("    the data      {}\n    the text      {}\n", erratum.expected,
                      erratum.specification);
  text += fmt::format("    Etalon uses   the {}: {}\n    proof         {}\n", follows, erratum.why,
                      erratum.proof);
  text += fmt::format("    {} in {}: {}\n", erratum.cases.size() == 1 ? "case" : "cases",
                      erratum.release_text(), fmt::join(erratum.cases, ", "));
  if (erratum.as_of) {
    text += "    --as-of one of these releases evaluates as the data say\n";
  }
  return text;
}

std::string verdicts_text(const std::string& label) {
  const auto found = verdicts().operators.find(label);
  if (found == verdicts().operators.end()) return "";
  std::string text = fmt::format("  other runtimes on cases of this operator alone ({}, {})\n",
                                 fmt::join(verdicts().releases, " and "), verdicts().date);
  for (const auto& [runtime, verdict] : found->second) {
    const auto version = verdicts().runtimes.find(runtime);
    text += fmt::format("    {} {}: {}\n", runtime,
                        version == verdicts().runtimes.end() ? "" : version->second,
                        counts_text(verdict));
    for (size_t i = 0; i < std::min(verdict.cases.size(), most_places); ++i) {
      const FailedCase& one = verdict.cases[i];
      text +=
          fmt::format("      {} {}: {}\n", one.status, printable(one.name), printable(one.message));
    }
    if (verdict.cases.size() > most_places) {
      text += fmt::format("      … {} more\n", verdict.cases.size() - most_places);
    }
  }
  return text;
}

std::string accuracy_text(const std::vector<const Accuracy*>& rows) {
  if (rows.empty()) return "";
  std::string text =
      fmt::format("  accuracy: largest error in ULP, share not correctly rounded; judged by {}\n",
                  accuracy_judge());
  text += fmt::format("    {:<16}  {:>9}", "type", "results");
  for (const RuntimeAccuracy& one : rows.front()->runtimes) text += "  " + one.runtime;
  for (const Accuracy* row : rows) {
    const size_t variant = std::min(row->of.find('('), row->of.size());
    text += fmt::format("\n    {:<16}  {:>9}", row->type + row->of.substr(variant), row->results);
    for (const RuntimeAccuracy& one : row->runtimes) {
      const std::string share = share_text(one);
      const std::string cell = ulp_text(one) + (share.empty() ? "" : ", " + share);
      text += fmt::format("  {:<{}}", cell, one.runtime.size());
    }
    text.erase(text.find_last_not_of(' ') + 1);
  }
  return text + "\n";
}

std::string values_text(const std::vector<NamedValue>& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    const std::string shown = value_text(value);
    const std::string between = shown.find('\n') == std::string::npos ? " " : "\n      ";
    text += fmt::format("    {} = {}{}{}\n", name, type_text(value), between, indented(shown, 6));
  }
  return text;
}

std::string example_text(const Example& example) {
  std::string text = fmt::format("  example (own case '{}')\n", printable(example.source));
  text += values_text(example.values.inputs);
  const nlohmann::json attributes =
      example.call.written.value("attributes", nlohmann::json::object());
  for (const auto& [name, value] : attributes.items()) {
    text += fmt::format("    {} = {}\n", name, json_text(value));
  }
  return text + "    gives\n" + values_text(example.values.outputs);
}

}  // namespace

std::string cases_text(const std::string& kind, const OperatorIndex& index,
                       const std::string& label) {
  const auto found = index.find(label);
  if (found == index.end()) return "";
  const std::vector<std::string>& names = found->second;
  std::string text =
      fmt::format("  {} {} case{}\n", names.size(), kind, names.size() == 1 ? "" : "s");
  for (size_t i = 0; i < std::min(names.size(), most_names); ++i) {
    text += fmt::format("    {}\n", names[i]);
  }
  if (names.size() > most_names) text += fmt::format("    … {} more\n", names.size() - most_names);
  return text;
}

std::string header_text(const Header& header) {
  std::string text;
  for (const std::string& line : header.formula) text += "  " + line + "\n";
  for (const VersionLine& line : header.versions) {
    if (line.text.empty()) continue;
    text += fmt::format("    {:<8}  {}\n", fmt::format("{}", fmt::join(line.versions, ", ")),
                        line.text);
  }
  for (const std::string& line : header.notes) text += "  " + line + "\n";
  return text;
}

std::string code_text(const std::vector<Source>& sources) {
  std::string text;
  for (const Source& source : sources) {
    text += fmt::format("\n── {}\n{}", source.path, source.text);
  }
  return text;
}

namespace {

// Each point with the code that says so, and the same code once.
std::string open_code_text(const Facts& facts, const std::vector<const OpenPoint*>& points) {
  std::string text;
  std::set<std::pair<std::string, size_t>> shown;
  for (const OpenPoint* point : points) {
    const std::string name = name_of_point(point->id);
    std::string places, code;
    for (const CodePart& part : code_of_point(facts.open_code, facts.sources, name)) {
      places += fmt::format("{}{}:{}", places.empty() ? "" : ", ", part.path, part.line);
      if (shown.emplace(part.path, part.line).second) code += part.text;
    }
    if (!places.empty()) text += fmt::format("\n{}: {}\n{}", point->id, places, code);
  }
  return text.empty() ? "" : "\n── The code of these points\n" + text;
}

constexpr std::string_view how_to_read = R"(
── How to read this page
Numbers are real and exact: a float result is rounded once, to the nearest number of its type, halves to
even, where `each`, `by_sets`, `each_output`, `evaluated`, `rounded` or `Tensor::of` gives a tensor, and not
before. Integers wrap. An attribute of type float is the exact value of its float32; a flag holds where it is
not 0. A sum of no terms is +0; a sum of zeros is -0 if all of them are. maximum and minimum give NaN if
either is, and the first of equals.
Before the code runs, the schema is checked: numbers and types of inputs and outputs, names and types of
attributes, those that are required; `call.choice` refuses a word that it does not list.
`throw InvalidInput` and `InvalidModel` refuse a call. `throw Unspecified` and `undefined(value, ...)` refuse one
to which the text gives no result; where answers of runtimes are judged, the value stands in its place, and the
open point says what else is permitted. `.at("point")` names the open point of a refusal.
)";

std::string rooms_text(const Facts& facts, bool all) {
  std::string text;
  for (const RoomFile& file : facts.rooms) {
    const auto lines = std::count(file.source.text.begin(), file.source.text.end(), '\n');
    text += fmt::format("\n── {} ({}, {} lines)\n", file.source.path, meaning_of_room(file.room),
                        lines);
    if (all) text += file.source.text;
  }
  return text.empty() || all ? text : text + "\n--all-code prints these, too.\n";
}

// The page from which an operator can be implemented: what is refused, the formula with all that it
// leads to, and what the text leaves open.
std::string page_text(const Facts& facts, const TextOptions& options) {
  std::string text;
  if (facts.row != nullptr) {
    text += page_code(*facts.row);
    if (!options.open.empty()) text += "\n── What the text leaves open and what it requires\n";
  }
  for (const OpenPoint* point : options.open) text += point_text(open_points(), *point);
  if (options.all_code) text += open_code_text(facts, facts.points);
  return text.append(how_to_read) + rooms_text(facts, options.all_code);
}

}  // namespace

std::string explanation_text(const Facts& facts, const OperatorIndex& official,
                             const OperatorIndex& own, const TextOptions& options) {
  const Schema& schema = *facts.schema;
  const bool is_page = options.code || options.all_code;
  std::string text = fmt::format("{} (domain {}): {}\n", schema.label(), domain_text(schema.domain),
                                 implementation_text(facts));
  if (schema.deprecated) text += "  deprecated since this version\n";
  if (is_page) text += summary_text(facts.texts);
  text += schema_text(schema, facts.texts);
  if (!is_page) text += attributes_text(facts);
  text += changes_text(facts);
  if (facts.body != nullptr) {
    text += body_text(*facts.body);
  } else if (schema.function) {
    text += "  the specification also gives it as a function\n";
  }
  if (facts.example) text += example_text(*facts.example);
  for (const Erratum* erratum : facts.errata) text += erratum_text(*erratum);
  if (is_page) return text + page_text(facts, options);
  for (const OpenPoint* point : options.open) text += point_text(open_points(), *point);
  text += verdicts_text(schema.label()) + accuracy_text(facts.accuracy);
  text += cases_text("official", official, schema.label());
  return text + cases_text("own", own, schema.label());
}

}  // namespace etalon::explain
