#include "conformance/reports/json.h"

#include <nlohmann/json.hpp>

namespace etalon {

namespace {

using Json = nlohmann::ordered_json;

Json case_entry(const CaseResult& result) {
  Json entry = {{"release", result.release},
                {"suite", result.suite},
                {"name", result.name},
                {"status", to_string(result.status)}};
  if (result.kind != Mismatch::none) entry["kind"] = to_string(result.kind);
  entry["releases"] =
      result.releases.empty() ? std::vector<std::string>{result.release} : result.releases;
  if (!result.erratum.empty()) entry["erratum"] = result.erratum;
  entry["operators"] = result.operators;
  entry["max_ulp"] = result.max_ulp;
  entry["seconds"] = result.seconds;
  entry["message"] = result.message;
  return entry;
}

}  // namespace

std::string json_report(const RunReport& report) {
  const Summary told = summarize(report.results);
  const Counts& counts = told.all;
  Json summary = {{"total", counts.total}};
  for (const Status status : all_statuses()) {
    summary[std::string(to_string(status))] = counts[status];
  }
  Json cases = Json::array();
  for (const CaseResult& result : report.results) cases.push_back(case_entry(result));
  Json errata = Json::object();
  for (const auto& [id, count] : told.errata) errata[id] = count;
  Json document = {{"schema", 1}, {"etalon", ETALON_VERSION}, {"summary", summary}};
  document["errata"] = errata;
  document["stale_errata"] = told.stale;
  document["cases"] = cases;
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace etalon
