#include "conformance/reports/page/page_data.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

#include "conformance/cases/errata.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/reports/page/agreement.h"
#include "conformance/reports/repeat.h"

namespace etalon {

namespace {

using Json = nlohmann::ordered_json;

// What results of one case have in common.
constexpr const char* of_case[] = {"release", "suite",      "name",   "releases", "operators",
                                   "nodes",   "more_nodes", "inputs", "outputs"};
// What only the page of a case shows.
constexpr const char* of_case_page[] = {"nodes", "more_nodes", "differences", "picture",  "exact",
                                        "where", "got",        "expected",    "tolerance"};

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

Json result_entry(const CaseResult* result, const PagePlace& place) {
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
  if (result->judged) {
    entry["judged"] = {{"verdict", to_string(result->judged->grade)},
                       {"amounts", amounts_text(*result->judged)}};
  }
  if (!place.has_rows()) return entry;
  for (const char* field : of_case_page) entry.erase(field);
  if (result->judged) entry["judged"].erase("amounts");
  return entry;
}

// Adds which results agree, and leaves out the differences of all but the first.
void join_answers(Json& results, const PageCase& one) {
  const auto agreeing = same_answers(one.results);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!agreeing[i]) continue;
    results[i]["agree"] = *agreeing[i];
    if (*agreeing[i] != i && results[i].erase("differences") > 0) results[i]["as"] = *agreeing[i];
  }
}

// Of values, the types alone, each once.
nlohmann::json types_alone(const nlohmann::json& values) {
  nlohmann::json types = nlohmann::json::array();
  for (const nlohmann::json& value : values) {
    const nlohmann::json entry = {{"type", value.at("type")}};
    if (std::find(types.begin(), types.end(), entry) == types.end()) types.push_back(entry);
  }
  return types;
}

Json case_entry(const PageCase& one, const PagePlace& place) {
  const CaseResult& result = fullest(one);
  nlohmann::json known = to_json(result);
  if (place.has_rows()) {
    for (const char* field : of_case_page) known.erase(field);
    for (const char* field : {"inputs", "outputs"}) {
      if (known.contains(field)) known[field] = types_alone(known[field]);
    }
  }
  Json entry;
  for (const char* field : of_case) {
    if (known.contains(field)) entry[field] = known.at(field);
  }
  if (result.releases.size() <= 1) entry.erase("releases");
  const std::string reference = case_reference(result);
  if (reference != id_of(result)) entry["reference"] = reference.empty() ? Json() : Json(reference);
  if (place.in_folder) entry["file"] = case_file(result);
  for (const CaseResult* each : one.results) entry["results"].push_back(result_entry(each, place));
  join_answers(entry["results"], one);
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

struct RuntimeName {
  std::string name;  // "ort"
  std::string version;
};

// "onnxruntime 1.31.1" is ("ort", "1.31.1"). A word of a query has only lower-case letters, digits,
// dots, dashes and underscores.
RuntimeName runtime_of(const RunReport& report) {
  if (report.backend.empty()) return {"etalon", report.info.etalon};
  const size_t space = report.backend.find(' ');
  RuntimeName runtime{report.backend.substr(0, space),
                      space == std::string::npos ? "" : report.backend.substr(space + 1)};
  if (runtime.name == "onnxruntime") runtime.name = "ort";
  if (runtime.name == "onnx.reference") runtime.name = "reference";
  for (std::string* text : {&runtime.name, &runtime.version}) {
    for (char& c : *text) {
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
      if (!plain) c = '-';
    }
  }
  return runtime;
}

std::string title_of(const RunReport& report) {
  if (!report.backend.empty()) return report.backend;
  return report.info.etalon.empty() ? "Etalon" : "Etalon " + report.info.etalon;
}

// True if run `a` is older than `b`; of equal dates, the one that is named first.
bool is_older(const std::vector<NamedReport>& reports, size_t a, size_t b) {
  const std::string& one = reports[a].report.info.date;
  const std::string& other = reports[b].report.info.date;
  return one != other ? one < other : a < b;
}

std::string day_of(const RunReport& report) {
  constexpr size_t size = 10;  // of "2026-11-22"
  return report.info.date.size() < size ? "earlier" : report.info.date.substr(0, size);
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
  data["cases"] = case_entries(cases, place);
  return data;
}

Json case_entries(const std::vector<PageCase>& cases, const PagePlace& place) {
  Json entries = Json::array();
  for (const PageCase& one : cases) entries.push_back(case_entry(one, place));
  return entries;
}

std::vector<PageRun> page_runs(const std::vector<NamedReport>& reports) {
  std::vector<size_t> newest_first(reports.size());
  for (size_t i = 0; i < reports.size(); ++i) newest_first[i] = i;
  std::sort(newest_first.begin(), newest_first.end(),
            [&](size_t a, size_t b) { return is_older(reports, b, a); });
  std::vector<PageRun> runs(reports.size());
  std::set<std::string> keys;
  std::set<std::pair<std::string, std::string>> versions;
  for (const size_t i : newest_first) {
    const RunReport& report = reports[i].report;
    const RuntimeName runtime = runtime_of(report);
    const bool newest = versions.insert({runtime.name, runtime.version}).second;
    std::string key = runtime.name;
    if (keys.count(key) != 0) {
      key += "@" + (newest && !runtime.version.empty() ? runtime.version : day_of(report));
    }
    const std::string stem = key;
    for (size_t k = 2; !keys.insert(key).second; ++k) key = fmt::format("{}.{}", stem, k);
    runs[i] = {&reports[i], key, title_of(report), newest};
  }
  return runs;
}

const CaseResult& PageCase::any() const {
  return **std::find_if(results.begin(), results.end(), [](const auto* one) { return one; });
}

std::vector<PageCase> page_cases(const std::vector<NamedReport>& reports) {
  using Key = std::tuple<std::string, std::string, std::string, size_t>;
  std::vector<PageCase> cases;
  std::map<Key, size_t> places;
  for (size_t run = 0; run < reports.size(); ++run) {
    for (const CaseResult& result : reports[run].report.results) {
      // A report may contain one name several times, for cases with different data.
      Key key{result.release, result.suite, result.name, 0};
      auto place = places.find(key);
      while (place != places.end() && cases[place->second].results[run] != nullptr) {
        ++std::get<3>(key);
        place = places.find(key);
      }
      if (place == places.end()) {
        place = places.emplace(key, cases.size()).first;
        cases.push_back({std::vector<const CaseResult*>(reports.size(), nullptr)});
      }
      cases[place->second].results[run] = &result;
    }
  }
  return cases;
}

std::string case_file(const CaseResult& result) {
  return file_name_of(result.release) + "/" + file_name_of(result.suite) + "/" +
         file_name_of(result.name);
}

}  // namespace etalon
