#include "conformance/reports/diff.h"

#include <algorithm>
#include <deque>
#include <set>

namespace etalon {

namespace {

using Queue = std::deque<const CaseResult*>;  // cases with one key, in the order of the report

std::string short_key(const CaseResult& result) { return result.suite + "/" + result.name; }
std::string long_key(const CaseResult& result) { return result.release + "/" + short_key(result); }

// Takes the first result of `later` with the same key for each of `earlier`. Both keep the others.
template <class Key>
void match(std::vector<const CaseResult*>& earlier, std::vector<const CaseResult*>& later, Key key,
           std::vector<CaseChange>& pairs) {
  std::map<std::string, Queue> waiting;
  for (const CaseResult* result : later) waiting[key(*result)].push_back(result);
  std::set<const CaseResult*> taken;
  std::vector<const CaseResult*> alone;
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

// "within" before, "beyond" after.
bool has_other_rounding(const CaseResult& before, const CaseResult& after) {
  return before.rounding && after.rounding && before.rounding->kind != after.rounding->kind;
}

void sort_in(const CaseChange& change, ReportDiff& diff) {
  const CaseResult& before = *change.before;
  const CaseResult& after = *change.after;
  const Level old_level = level_of(before), new_level = level_of(after);
  if (old_level < new_level) {
    diff.regressions.push_back(change);
  } else if (old_level != Level::pass && new_level == Level::pass) {
    diff.fixed.push_back(change);
  } else if (before.status != after.status || before.kind != after.kind ||
             known_failure(before) != known_failure(after)) {
    diff.statuses.push_back(change);
  } else if (has_other_rounding(before, after)) {
    diff.rounding.push_back(change);
  } else if (new_level != Level::pass && before.message != after.message) {
    diff.messages.push_back(change);
  } else if (before.measured && after.measured && before.max_ulp != after.max_ulp) {
    diff.digits.push_back(change);
  }
}

double increase(const CaseChange& change) {
  return static_cast<double>(change.after->max_ulp) - static_cast<double>(change.before->max_ulp);
}

}  // namespace

ReportDiff diff_reports(const RunReport& before, const RunReport& after) {
  ReportDiff diff;
  for (const CaseResult& result : before.results) diff.gone.push_back(&result);
  for (const CaseResult& result : after.results) diff.added.push_back(&result);
  std::vector<CaseChange> pairs;
  match(diff.gone, diff.added, long_key, pairs);
  match(diff.gone, diff.added, short_key, pairs);
  for (const CaseChange& pair : pairs) sort_in(pair, diff);
  std::stable_sort(
      diff.digits.begin(), diff.digits.end(),
      [](const CaseChange& a, const CaseChange& b) { return increase(a) > increase(b); });
  std::stable_sort(diff.rounding.begin(), diff.rounding.end(),
                   [](const CaseChange& a, const CaseChange& b) {
                     return a.after->rounding->kind > b.after->rounding->kind;
                   });
  return diff;
}

std::map<std::string, OperatorChanges> by_operator(const ReportDiff& diff) {
  std::map<std::string, OperatorChanges> table;
  const auto count = [&](const std::vector<CaseChange>& changes, size_t OperatorChanges::*column) {
    for (const CaseChange& change : changes) {
      for (const std::string& label : change.after->operators) ++(table[label].*column);
    }
  };
  count(diff.regressions, &OperatorChanges::regressions);
  count(diff.fixed, &OperatorChanges::fixed);
  count(diff.statuses, &OperatorChanges::statuses);
  count(diff.rounding, &OperatorChanges::rounding);
  count(diff.messages, &OperatorChanges::messages);
  count(diff.digits, &OperatorChanges::digits);
  return table;
}

std::string runtime_text(const RunReport& report) {
  return report.backend.empty() ? "etalon " + judge_version(report) : report.backend;
}

}  // namespace etalon
