#include "conformance/reports/diff.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <set>

#include "conformance/common/json.h"

namespace etalon {

namespace {

using Queue = std::deque<const CaseResult*>;  // cases with one key, in the order of the report

std::string short_key(const CaseResult& result) { return result.suite + "/" + result.name; }

using Results = std::vector<const CaseResult*>;

// Takes the first result of `later` with the same key for each of `earlier`. Both keep the others.
template <class Key>
void match(Results& earlier, Results& later, Key key, std::vector<CaseChange>& pairs) {
  std::map<std::string, Queue> waiting;
  for (const CaseResult* result : later) waiting[key(*result)].push_back(result);
  std::set<const CaseResult*> taken;
  Results alone;
  for (const CaseResult* result : earlier) {
    Queue& same = waiting[key(*result)];
    if (same.empty()) {
      alone.push_back(result);
      continue;
    }
    pairs.push_back({result, same.front()});
    taken.insert(same.front());
    same.pop_front();
  }
  earlier = std::move(alone);
  std::erase_if(later, [&](const CaseResult* result) { return taken.contains(result); });
}

// A known failure is better than one that is not, and worse than a pass.
enum class Level { pass, known_failure, failure };

Level level_of(const CaseResult& result) {
  if (result.status == Status::xfail) return Level::known_failure;
  const bool fine = as_expected(result.status) || result.status == Status::xpass;
  return fine ? Level::pass : Level::failure;
}

bool has_other_verdict(const CaseResult& before, const CaseResult& after) {
  return before.judged && after.judged && before.judged->grade != after.judged->grade;
}

// Nothing where both are alike.
std::optional<Change> change_of(const CaseResult& before, const CaseResult& after) {
  const Level old_level = level_of(before), new_level = level_of(after);
  if (old_level < new_level) return Change::regressions;
  if (old_level != Level::pass && new_level == Level::pass) return Change::fixed;
  const bool other = before.status != after.status || before.kind != after.kind ||
                     known_failure(before) != known_failure(after);
  if (other) return Change::statuses;
  if (has_other_verdict(before, after)) return Change::verdict;
  if (new_level != Level::pass && before.message != after.message) return Change::messages;
  const bool measured = before.measured && after.measured;
  return measured && before.max_ulp != after.max_ulp ? std::optional(Change::digits) : std::nullopt;
}

double increase(const CaseChange& change) {
  return static_cast<double>(change.after->max_ulp) - static_cast<double>(change.before->max_ulp);
}

using Json = nlohmann::ordered_json;

Json side(const CaseResult& result) {
  Json json = {{"status", to_string(result.status)}};
  if (result.kind != Mismatch::none) json["kind"] = to_string(result.kind);
  if (result.judged) json["verdict"] = to_string(result.judged->grade);
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

ReportDiff diff_reports(const RunReport& before, const RunReport& after) {
  Results gone, added;
  for (const CaseResult& result : before.results) gone.push_back(&result);
  for (const CaseResult& result : after.results) added.push_back(&result);
  std::vector<CaseChange> pairs;
  match(gone, added, id_of, pairs);
  match(gone, added, short_key, pairs);
  ReportDiff diff;
  for (const CaseChange& pair : pairs) {
    if (const auto change = change_of(*pair.before, *pair.after)) diff[*change].push_back(pair);
  }
  for (const CaseResult* result : added) diff[Change::added].push_back({nullptr, result});
  for (const CaseResult* result : gone) diff[Change::gone].push_back({result, nullptr});
  std::ranges::stable_sort(diff[Change::digits], std::greater(), increase);
  std::ranges::stable_sort(diff[Change::verdict], std::greater(),
                           [](const CaseChange& change) { return change.after->judged->grade; });
  return diff;
}

std::map<std::string, ByChange<size_t>> by_operator(const ReportDiff& diff) {
  std::map<std::string, ByChange<size_t>> table;
  for (const auto& [change, key, title] : changes_of_cases) {
    for (const CaseChange& one : diff[change]) {
      for (const std::string& label : one.after->operators) ++table[label][change];
    }
  }
  return table;
}

std::string runtime_text(const RunReport& report) {
  return report.backend.empty() ? "etalon " + judge_version(report) : report.backend;
}

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
  return json_text(document, 1) + "\n";
}

}  // namespace etalon
