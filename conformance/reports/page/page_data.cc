#include "conformance/reports/page/page_data.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "conformance/cases/errata.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/reports/repeat.h"

namespace etalon {

namespace {

using Json = nlohmann::ordered_json;

// What results of one case have in common.
constexpr const char* of_case[] = {"release", "suite",      "name",   "releases", "operators",
                                   "nodes",   "more_nodes", "inputs", "outputs"};

// Three significant digits; "nan", "inf" where a number is not finite.
Json short_number(double value) {
  if (!std::isfinite(value)) return number_to_json(value);
  if (value == 0) return 0;
  return std::strtod(fmt::format("{:.2e}", value).c_str(), nullptr);  // stod refuses subnormal ones
}

// The result that tells most of the case: with elements, with details, with operators, which a
// process that ended early does not have.
const CaseResult& fullest(const PageCase& one) {
  const auto told = [](const CaseResult* result) {
    if (result == nullptr) return 0;
    if (!result->details.differences.empty()) return 4;
    return !result->details.empty() ? 3 : !result->operators.empty() ? 2 : 1;
  };
  return **std::max_element(one.results.begin(), one.results.end(),
                            [&](const auto* a, const auto* b) { return told(a) < told(b); });
}

Json result_entry(const CaseResult* result) {
  if (result == nullptr) return nullptr;
  nlohmann::json entry = to_json(*result);
  for (const char* field : of_case) entry.erase(field);
  entry.erase("path");
  entry["max_abs"] = short_number(result->max_abs);
  entry["max_rel"] = short_number(result->max_rel);
  entry["seconds"] = short_number(result->seconds);
  for (const char* field : {"max_ulp", "max_abs", "max_rel", "message"}) {  // most are empty
    if (entry.contains(field) && (entry[field] == 0 || entry[field] == "")) entry.erase(field);
  }
  if (result->rounding) entry["rounding"]["amounts"] = amounts_text(*result->rounding);
  return entry;
}

Json case_entry(const PageCase& one, const PagePlace& place) {
  const CaseResult& result = fullest(one);
  const nlohmann::json known = to_json(result);
  Json entry;
  for (const char* field : of_case) {
    if (known.contains(field)) entry[field] = known.at(field);
  }
  if (result.releases.size() <= 1) entry.erase("releases");
  const std::string home = result.release + "/" + result.suite + "/" + result.name;
  const std::string reference = case_reference(result);
  if (reference != home) entry["reference"] = reference.empty() ? Json() : Json(reference);
  if (place.in_folder) entry["file"] = case_file(result);
  for (const CaseResult* each : one.results) entry["results"].push_back(result_entry(each));
  return entry;
}

Json run_entry(const PageRun& run) {
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
  Json data = {{"folder", place.in_folder}, {"root", place.root}};
  if (place.op) data["operator"] = *place.op;
  if (place.case_of_page) data["case"] = *place.case_of_page;
  data["errata"] = errata_entries(cases);
  data["runs"] = Json::array();
  for (const PageRun& run : runs) data["runs"].push_back(run_entry(run));
  data["cases"] = Json::array();
  for (const PageCase& one : cases) data["cases"].push_back(case_entry(one, place));
  return data;
}

}  // namespace etalon
