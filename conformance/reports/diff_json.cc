
#include "conformance/reports/diff_text.h"
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

Json entry(const CaseResult* before, const CaseResult* after) {
  const CaseResult& known = after == nullptr ? *before : *after;
  Json json = {{"release", known.release},
               {"suite", known.suite},
               {"name", known.name},
               {"operators", known.operators}};
  if (before != nullptr) json["old"] = side(*before);
  if (after != nullptr) json["new"] = side(*after);
  return json;
}

Json list(const std::vector<CaseChange>& changes) {
  Json entries = Json::array();
  for (const CaseChange& change : changes) entries.push_back(entry(change.before, change.after));
  return entries;
}

Json head(const NamedReport& named) {
  return {{"file", named.name},
          {"runtime", runtime_text(named.report)},
          {"etalon", judge_version(named.report)},
          {"cases", named.report.results.size()},
          {"partial", named.report.partial.has_value()}};
}

Json operators_json(const ReportDiff& diff) {
  Json operators = Json::object();
  for (const auto& [label, changes] : by_operator(diff)) {
    operators[label] = {{"regressions", changes.regressions}, {"fixed", changes.fixed},
                        {"statuses", changes.statuses},       {"rounding", changes.rounding},
                        {"messages", changes.messages},       {"digits", changes.digits}};
  }
  return operators;
}

}  // namespace

std::string diff_json(const Comparison& comparison) {
  const ReportDiff& diff = comparison.diff;
  Json document = {
      {"schema", 1}, {"old", head(comparison.before)}, {"new", head(comparison.after)}};
  document["summary"] = {{"regressions", diff.regressions.size()},
                         {"fixed", diff.fixed.size()},
                         {"statuses", diff.statuses.size()},
                         {"rounding", diff.rounding.size()},
                         {"messages", diff.messages.size()},
                         {"digits", diff.digits.size()},
                         {"new", diff.added.size()},
                         {"gone", diff.gone.size()}};
  document["operators"] = operators_json(diff);
  document["regressions"] = list(diff.regressions);
  document["fixed"] = list(diff.fixed);
  document["statuses"] = list(diff.statuses);
  document["rounding"] = list(diff.rounding);
  document["messages"] = list(diff.messages);
  document["digits"] = list(diff.digits);
  document["new"] = Json::array();
  for (const CaseResult* result : diff.added) document["new"].push_back(entry(nullptr, result));
  document["gone"] = Json::array();
  for (const CaseResult* result : diff.gone) document["gone"].push_back(entry(result, nullptr));
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace etalon
