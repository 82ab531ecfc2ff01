#include <algorithm>
#include <map>
#include <tuple>

#include "conformance/common/file_names.h"
#include "conformance/reports/page/page_data.h"

namespace etalon {

namespace {

struct RuntimeName {
  std::string name;  // "ort"
  std::string version;
};

// "onnxruntime 1.31.1" is ("ort", "1.31.1"). A name in queries has only lower-case letters, digits,
// dots, dashes and underscores.
RuntimeName runtime_of(const RunReport& report) {
  if (report.backend.empty()) return {"etalon", report.info.etalon};
  const size_t space = report.backend.find(' ');
  RuntimeName runtime{report.backend.substr(0, space),
                      space == std::string::npos ? "" : report.backend.substr(space + 1)};
  if (runtime.name == "onnxruntime") runtime.name = "ort";
  if (runtime.name == "onnx.reference") runtime.name = "reference";
  for (char& c : runtime.name) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    if (!plain) c = '-';
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

std::string operator_name(const std::string& label) { return label.substr(0, label.rfind('-')); }

std::string case_file(const CaseResult& result) {
  return file_name_of(result.release) + "/" + file_name_of(result.suite) + "/" +
         file_name_of(result.name);
}

}  // namespace etalon
