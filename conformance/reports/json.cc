#include "conformance/reports/json.h"

#include "conformance/common/json.h"
#include "conformance/common/paths.h"

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
  if (result.exact) entry["exact"] = to_json(*result.exact);
  entry["seconds"] = result.seconds;
  entry["message"] = result.message;
  if (!result.missing.empty()) entry["missing"] = result.missing;
  if (!result.where.empty()) entry["where"] = result.where;
  if (!result.got.empty()) entry["got"] = result.got;
  if (!result.expected.empty()) entry["expected"] = result.expected;
  if (!result.picture.empty()) entry["picture"] = to_json(result.picture);
  return entry;
}

}  // namespace

std::string json_report(const RunReport& report) {
  const Summary totals = summarize(report.results);
  const Counts& counts = totals.all;
  Json summary = {{"total", counts.total}};
  for (const Status status : all_statuses()) {
    summary[std::string(to_string(status))] = counts[status];
  }
  Json cases = Json::array();
  for (const CaseResult& result : report.results) cases.push_back(case_entry(result));
  Json errata = Json::object();
  for (const auto& [id, count] : totals.errata) errata[id] = count;
  Json document = {{"schema", 1}, {"etalon", ETALON_VERSION}, {"seconds", report.seconds}};
  if (!report.backend.empty()) document["backend"] = report.backend;
  if (const auto& shard = report.shard) {
    document["shard"] = {{"index", shard->index}, {"count", shard->count}, {"of", shard->of}};
  }
  if (!report.problems.empty()) document["problems"] = report.problems;
  document["summary"] = summary;
  document["errata"] = errata;
  document["stale_errata"] = totals.stale;
  document["cases"] = cases;
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

RunReport report_from_json(const nlohmann::json& document) {
  if (document.at("schema") != 1) throw InvalidInput("the report's \"schema\" is not 1");
  if (document.at("etalon") != ETALON_VERSION) {
    throw InvalidInput("the report is from etalon {}, but this is etalon {}",
                       document.at("etalon").get<std::string>(), ETALON_VERSION);
  }
  RunReport report;
  report.seconds = document.value("seconds", 0.0);
  report.backend = document.value("backend", "");
  if (document.contains("shard")) {
    const nlohmann::json& shard = document.at("shard");
    report.shard = Shard{shard.at("index").get<size_t>(), shard.at("count").get<size_t>(),
                         shard.at("of").get<size_t>()};
    if (report.shard->index < 1 || report.shard->index > report.shard->count) {
      throw InvalidInput("the report's \"shard\" is not valid");
    }
  }
  for (const nlohmann::json& entry : document.at("cases")) {
    report.results.push_back(result_from_json(entry));
  }
  return report;
}

}  // namespace

RunReport read_json_report(const std::filesystem::path& file) {
  try {
    return report_from_json(parse_json(file_text(file)));
  } catch (const nlohmann::json::exception& problem) {
    throw InvalidInput("{}: not a JSON report of etalon test: {}", file.string(),
                       json_sentence(problem));
  } catch (const InvalidInput& problem) {
    const std::string sentence = problem.what();
    if (sentence.find(file.string()) != std::string::npos) throw;
    throw InvalidInput("{}: {}", file.string(), sentence);
  }
}

}  // namespace etalon
