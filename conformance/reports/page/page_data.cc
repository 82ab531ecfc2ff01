#include "conformance/reports/page/page_data.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "conformance/cases/errata.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/reports/repeat.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using Json = nlohmann::ordered_json;

// Texts that occur often are written once and then named by their position.
class Texts {
 public:
  size_t place(const std::string& text) {
    const auto [entry, first] = places_.try_emplace(text, list_.size());
    if (first) list_.push_back(text);
    return entry->second;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::map<std::string, size_t> places_;
  std::vector<std::string> list_;
};

struct Tables {
  Texts operators;
  Texts types;
  Texts tolerances;
};

// Three significant digits; "nan", "inf" where a number is not finite.
Json short_number(double value) {
  if (!std::isfinite(value)) return number_to_json(value);
  if (value == 0) return 0;
  return std::strtod(fmt::format("{:.2e}", value).c_str(), nullptr);  // stod refuses subnormal ones
}

std::vector<size_t> operator_places(const std::vector<std::string>& labels, Tables& tables) {
  std::vector<size_t> places;
  for (const std::string& label : labels) places.push_back(tables.operators.place(label));
  return places;
}

// [operator, inputs, outputs, attributes, name]
Json node_entry(const NodeText& node, Tables& tables) {
  Json attributes = Json::object();
  for (const auto& [name, value] : node.attributes) attributes[name] = value;
  Json entry = {tables.operators.place(node.op), node.inputs, node.outputs};
  if (!attributes.empty() || !node.name.empty()) entry.push_back(attributes);
  if (!node.name.empty()) entry.push_back(node.name);
  return entry;
}

// [name, type, shape or null, elements]
Json value_entry(const ValueText& value, Tables& tables) {
  Json entry = {value.name, tables.types.place(value.type)};
  if (value.shape || !value.elements.empty()) {
    entry.push_back(value.shape ? Json(*value.shape) : Json());
  }
  if (!value.elements.empty()) entry.push_back(value.elements);
  return entry;
}

Json value_entries(const std::vector<ValueText>& values, Tables& tables) {
  Json list = Json::array();
  for (const ValueText& value : values) list.push_back(value_entry(value, tables));
  return list;
}

std::string tolerance_text(const Tolerance& tolerance) {
  std::string text = fmt::format("rtol {}, atol {}", tolerance.rtol, tolerance.atol);
  if (tolerance.max_ulp) text += fmt::format(", at most {} ULP", *tolerance.max_ulp);
  if (tolerance.rule == Tolerance::Rule::scaled) text += ", relative to the largest value";
  return text;
}

// The results' details, those with elements first.
const CaseDetails& details_of(const PageCase& one) {
  static const CaseDetails none;
  const CaseDetails* best = &none;
  for (const CaseResult* result : one.results) {
    if (result == nullptr || result->details.empty()) continue;
    if (best->empty()) best = &result->details;
    if (best->differences.empty() && !result->details.differences.empty()) best = &result->details;
  }
  return *best;
}

// A result without operators is of a process that ended early.
std::vector<std::string> operators_of(const PageCase& one) {
  for (const CaseResult* result : one.results) {
    if (result != nullptr && !result->operators.empty()) return result->operators;
  }
  return {};
}

Json case_entry(const PageCase& one, const PagePlace& place, Tables& tables) {
  const CaseResult& result = one.any();
  const CaseDetails& details = details_of(one);
  Json entry = {{"r", result.release},
                {"s", result.suite},
                {"n", result.name},
                {"o", operator_places(operators_of(one), tables)}};
  if (result.releases.size() > 1) entry["all"] = result.releases;
  Json nodes = Json::array();
  for (const NodeText& node : details.nodes) nodes.push_back(node_entry(node, tables));
  if (!nodes.empty()) entry["nodes"] = nodes;
  if (details.more_nodes != 0) entry["more"] = details.more_nodes;
  if (!details.inputs.empty()) entry["i"] = value_entries(details.inputs, tables);
  if (!details.outputs.empty()) entry["t"] = value_entries(details.outputs, tables);
  const std::string home = result.release + "/" + result.suite + "/" + result.name;
  const std::string reference = case_reference(result);
  if (!reference.empty() && reference != home) entry["ref"] = reference;
  if (reference.empty()) entry["ref"] = nullptr;  // not known
  if (place.in_folder) entry["file"] = case_file(result);
  return entry;
}

Json difference_entry(const DifferingOutput& output, Tables& tables) {
  Json worst = Json::array();
  for (const DifferingPlace& one : output.places) {
    worst.push_back({one.where, one.got, one.expected});
  }
  return {{"expected", value_entry(output.expected, tables)},
          {"got", value_entry(output.got, tables)},
          {"differing", output.differing},
          {"worst", worst},
          {"at", output.among_shown}};
}

Json rounding_entry(const RoundingVerdict& verdict) {
  return {{"verdict", to_string(verdict.kind)}, {"amounts", amounts_text(verdict)}};
}

// What only some results have.
Json special_entry(const CaseResult& result, Tables& tables) {
  Json entry = Json::object();
  if (!result.message.empty()) entry["message"] = printable(result.message);
  if (result.kind != Mismatch::none) entry["kind"] = to_string(result.kind);
  if (result.rounding) entry["rounding"] = rounding_entry(*result.rounding);
  if (!result.erratum.empty()) entry["erratum"] = result.erratum;
  if (!result.missing.empty()) entry["missing"] = result.missing;
  if (!result.where.empty()) entry["where"] = result.where;
  if (!result.got.empty()) entry["got"] = result.got;
  if (!result.expected.empty()) entry["expected"] = result.expected;
  if (!result.picture.empty()) entry["picture"] = to_json(result.picture);
  if (result.details.data_set) entry["set"] = *result.details.data_set;
  for (const DifferingOutput& output : result.details.differences) {
    entry["differences"].push_back(difference_entry(output, tables));
  }
  return entry;
}

// The results of one run, by columns: "status" has a digit or letter for each case (its position
// among the statuses), and "-" for a case that the run lacks.
Json results_entry(size_t run, const std::vector<PageCase>& cases, Tables& tables) {
  std::string statuses;
  Json ulp = Json::array();
  Json abs = Json::array();
  Json rel = Json::array();
  Json seconds = Json::array();
  Json tolerances = Json::array();
  Json special = Json::object();
  for (size_t i = 0; i < cases.size(); ++i) {
    const CaseResult* result = cases[i].results[run];
    statuses += result == nullptr ? '-' : "0123456789abcdefghij"[static_cast<int>(result->status)];
    const CaseResult none;
    const CaseResult& one = result == nullptr ? none : *result;
    ulp.push_back(one.max_ulp);
    abs.push_back(short_number(one.max_abs));
    rel.push_back(short_number(one.max_rel));
    seconds.push_back(short_number(one.seconds));
    const auto& tolerance = one.details.tolerance;
    tolerances.push_back(tolerance ? Json(tables.tolerances.place(tolerance_text(*tolerance)))
                                   : Json(-1));
    if (Json entry = special_entry(one, tables); !entry.empty()) special[std::to_string(i)] = entry;
  }
  return {{"status", statuses}, {"ulp", ulp},         {"abs", abs},
          {"rel", rel},         {"seconds", seconds}, {"tolerance", tolerances},
          {"special", special}};
}

Json run_entry(const PageRun& run, size_t place, const std::vector<PageCase>& cases,
               Tables& tables) {
  const RunReport& report = run.source->report;
  Json entry = {{"key", run.key},
                {"title", run.title},
                {"shown", run.shown},
                {"file", run.source->name},
                {"etalon", report.info.etalon},
                {"date", report.info.date},
                {"command", report.info.command},
                {"machine", report.info.machine},
                {"options", shell_words(report.info.options)},
                {"seconds", short_number(report.seconds)}};
  if (!report.info.rule.empty()) entry["rule"] = report.info.rule;
  if (report.info.seed) entry["seed"] = *report.info.seed;
  if (report.shard) {
    entry["shard"] = fmt::format("{} of {}", report.shard->index, report.shard->count);
  }
  if (const auto& partial = report.partial) {
    entry["stopped"] =
        fmt::format("by {} after {} of {} cases", partial->reason, partial->done, partial->of);
  }
  if (!report.problems.empty()) entry["problems"] = report.problems;
  entry["results"] = results_entry(place, cases, tables);
  return entry;
}

// The entries of the errata that the results name.
Json errata_entries(const std::vector<PageCase>& cases) {
  std::set<std::string> named;
  for (const PageCase& one : cases) {
    for (const CaseResult* result : one.results) {
      if (result != nullptr && !result->erratum.empty()) named.insert(result->erratum);
    }
  }
  Json entries = Json::object();
  if (named.empty()) return entries;
  for (const Erratum& erratum : errata()) {
    if (named.count(erratum.id) == 0) continue;
    entries[erratum.id] = {{"operator", erratum.op},       {"releases", erratum.release_text()},
                           {"expected", erratum.expected}, {"specification", erratum.specification},
                           {"why", erratum.why},           {"thread", erratum.thread},
                           {"proof", erratum.proof}};
  }
  return entries;
}

}  // namespace

Json page_data(const std::vector<PageRun>& runs, const std::vector<PageCase>& cases,
               const PagePlace& place) {
  Tables tables;
  Json statuses = Json::array();
  for (int i = 0; i < status_count; ++i) statuses.push_back(to_string(static_cast<Status>(i)));
  Json case_entries = Json::array();
  for (const PageCase& one : cases) case_entries.push_back(case_entry(one, place, tables));
  Json run_entries = Json::array();
  for (size_t i = 0; i < runs.size(); ++i) {
    run_entries.push_back(run_entry(runs[i], i, cases, tables));
  }
  Json data = {{"folder", place.in_folder}, {"root", place.root}};
  if (place.op) data["operator"] = *place.op;
  if (place.case_of_page) data["case"] = *place.case_of_page;
  data["statuses"] = statuses;
  data["operators"] = tables.operators.list();
  data["types"] = tables.types.list();
  data["tolerances"] = tables.tolerances.list();
  data["errata"] = errata_entries(cases);
  data["runs"] = run_entries;
  data["cases"] = case_entries;
  return data;
}

}  // namespace etalon
