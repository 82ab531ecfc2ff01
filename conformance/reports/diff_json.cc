#include "conformance/reports/diff.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

using Json = nlohmann::ordered_json;

Json side(const CaseResult& result) {
  Json json = {{"status", to_string(result.status)}};
  if (result.kind != Mismatch::none) json["kind"] = to_string(result.kind);
  if (result.rounding) json["rounding"] = to_string(result.rounding->kind);
  json["max_ulp"] = result.measured ? Json(result.max_ulp) : Json();
  json["message"] = result.message;
  return json;
}

Json entry(const CaseChange& change) {
  const CaseResult& known = change.newest();
  Json json = {{"release", known.release},
               {"suite", known.suite},
               {"name", known.name},
               {"operators", known.operators}};
  if (change.before != nullptr) json["old"] = side(*change.before);
  if (change.after != nullptr) json["new"] = side(*change.after);
  return json;
}

Json head(const NamedReport& named) {
  return {{"file", named.name},
          {"runtime", runtime_text(named.report)},
          {"etalon", judge_version(named.report)},
          {"cases", named.report.results.size()},
          {"partial", named.report.partial.has_value()}};
}

}  // namespace

std::string diff_json(const Comparison& comparison) {
  Json document = {
      {"schema", 1}, {"old", head(comparison.before)}, {"new", head(comparison.after)}};
  for (const auto& [change, key, title] : all_changes) {
    document["summary"][key] = comparison.diff[change].size();
  }
  document["operators"] = Json::object();
  for (const auto& [label, counts] : by_operator(comparison.diff)) {
    for (const auto& [change, key, title] : changes_of_cases) {
      document["operators"][label][key] = counts[change];
    }
  }
  for (const auto& [change, key, title] : all_changes) {
    Json& list = document[key] = Json::array();
    for (const CaseChange& one : comparison.diff[change]) list.push_back(entry(one));
  }
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace etalon
