#include "conformance/run/known.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "conformance/common/paths.h"
#include "engine/loader/file.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

std::string in_suite(const CaseResult& result) { return result.suite + "/" + result.name; }

// What a line may call the case; a name with control characters also as reports show it.
std::vector<std::string> names_of(const CaseResult& result) {
  std::vector<std::string> names = {result.name, in_suite(result),
                                    result.release + "/" + in_suite(result)};
  for (const std::string& release : result.releases) {
    if (release != result.release) names.push_back(release + "/" + in_suite(result));
  }
  const size_t plain = names.size();
  for (size_t i = 0; i < plain; ++i) {
    if (std::string shown = printable(names[i]); shown != names[i]) names.push_back(shown);
  }
  return names;
}

bool is_failure(const CaseResult& result, const std::set<Status>& allowed) {
  return !as_expected(result.status) && !allowed.contains(result.status);
}

}  // namespace

void PatternIndex::add(const std::string& pattern, size_t line) {
  constexpr const char* special = "*?[]";
  const size_t begins = pattern.find_first_of(special);
  const std::string end = pattern.substr(pattern.find_last_of(special) + 1);
  const bool by_end = begins == 0 && !end.empty();
  const std::string letters = by_end ? end : pattern.substr(0, begins);
  (by_end ? by_end_ : by_beginning_)[letters.size()][letters].push_back(line);
}

KnownFailures::KnownFailures(std::vector<KnownLine> lines, const std::vector<Case>& all)
    : lines_(std::move(lines)) {
  index();
  matches_.resize(lines_.size());
  for (const Case& test : all) {
    const CaseResult blank = blank_result(test);
    ++homonyms_[in_suite(blank)];
    for (const size_t i : lines_of(blank)) ++matches_[i];
  }
}

void KnownFailures::index() {
  exact_.clear();
  patterns_ = {};
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (!lines_[i].pattern.empty()) exact_[lines_[i].pattern].push_back(i);
    if (lines_[i].is_pattern()) patterns_.add(lines_[i].pattern, i);
  }
}

std::vector<size_t> KnownFailures::lines_of(const CaseResult& result) const {
  const std::vector<std::string> names = names_of(result);
  std::vector<size_t> found;
  for (const std::string& name : names) {
    const auto same = exact_.find(name);
    if (same != exact_.end()) found.insert(found.end(), same->second.begin(), same->second.end());
  }
  for (const std::string& name : names) {
    patterns_.each_candidate(name, [&](size_t i) {
      const bool matches = fnmatch(lines_[i].pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0;
      if (matches) found.push_back(i);
    });
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool KnownFailures::expects(const CaseResult& result) const {
  const std::vector<size_t> found = lines_of(result);
  return !as_expected(result.status) && std::any_of(found.begin(), found.end(), [&](size_t i) {
    return lines_[i].expects(result.status);
  });
}

std::vector<std::string> KnownFailures::stale(const std::string& file) const {
  std::vector<std::string> sentences;
  for (size_t i = 0; i < lines_.size(); ++i) {
    const KnownLine& line = lines_[i];
    if (line.pattern.empty() || line.number == 0 || matches_[i] != 0) continue;
    sentences.push_back(
        fmt::format("{}:{}: {} matches no case", file, line.number, in_quotes(line.pattern)));
  }
  return sentences;
}

// The lines of which all cases have run and none fails.
std::vector<bool> KnownFailures::fixed_lines(const std::vector<CaseResult>& results) const {
  std::vector<size_t> passes(lines_.size());
  for (const CaseResult& result : results) {
    if (!as_expected(result.status)) continue;
    for (const size_t i : lines_of(result)) ++passes[i];
  }
  std::vector<bool> fixed(lines_.size());
  for (size_t i = 0; i < lines_.size(); ++i) {
    fixed[i] = passes[i] != 0 && passes[i] == matches_[i] && !lines_[i].flaky();
  }
  return fixed;
}

void KnownFailures::settle_failure(CaseResult& result) const {
  std::vector<std::string_view> other;
  for (const size_t i : lines_of(result)) {
    const KnownLine& line = lines_[i];
    if (line.expects(result.status)) {
      result.message = fmt::format("{}: {}", to_string(result.status), result.message);
      result.status = Status::xfail;
      result.known = line.comment;
      return;
    }
    for (const Status status : line.statuses) other.push_back(to_string(status));
  }
  if (!other.empty()) result.message += fmt::format(" (known: {})", fmt::join(other, ", "));
}

void KnownFailures::settle(std::vector<CaseResult>& results) const {
  const std::vector<bool> fixed = fixed_lines(results);
  for (CaseResult& result : results) {
    if (!as_expected(result.status)) settle_failure(result);
    if (result.status != Status::pass && result.status != Status::statistical) continue;
    for (const size_t i : lines_of(result)) {
      if (!fixed[i]) continue;
      result.status = Status::xpass;
      result.message = "passes, although it is known to fail";
      result.known = lines_[i].comment;
      break;
    }
  }
}

// Gives the case's own line this status. False if it has no line of its own.
bool KnownFailures::record(const CaseResult& failure) {
  for (const size_t i : lines_of(failure)) {
    KnownLine& line = lines_[i];
    if (line.is_pattern()) continue;
    std::set<Status> statuses = {failure.status};
    if (line.flaky() || line.number == 0) {
      statuses.insert(line.statuses.begin(), line.statuses.end());
    }
    line = with_statuses(line, statuses);
    return true;
  }
  return false;
}

// Takes out the lines of which is_gone(i) holds, and returns how many they are.
template <class IsGone>
size_t KnownFailures::remove_lines(IsGone is_gone) {
  size_t kept = 0;
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (is_gone(i)) continue;
    if (kept != i) lines_[kept] = std::move(lines_[i]);
    matches_[kept++] = matches_[i];
  }
  const size_t gone = lines_.size() - kept;
  lines_.resize(kept);
  matches_.resize(kept);
  return gone;
}

KnownFailures::Change KnownFailures::update(const std::vector<CaseResult>& results,
                                            const std::set<Status>& allowed) {
  Change change;
  const std::vector<bool> fixed = fixed_lines(results);
  for (const CaseResult& result : results) {
    if (!is_failure(result, allowed) || expects(result)) continue;
    if (record(result)) {
      ++change.changed;
      continue;
    }
    const bool alone = homonyms_[in_suite(result)] <= 1;
    const std::string name = (alone ? "" : result.release + "/") + in_suite(result);
    lines_.push_back(known_line(name, result.status, result.message));
    matches_.push_back(1);
    exact_[lines_.back().pattern].push_back(lines_.size() - 1);
    ++change.added;
  }
  const auto is_fixed = [&](size_t i) { return i < fixed.size() && fixed[i]; };
  change.removed = remove_lines(is_fixed);
  index();
  return change;
}

KnownFailures::Change update_known(const std::filesystem::path& file, KnownFailures& known,
                                   const std::vector<CaseResult>& results,
                                   const std::set<Status>& allowed) {
  const KnownFailures::Change change = known.update(results, allowed);
  if (change.added + change.changed + change.removed != 0 || !std::filesystem::exists(file)) {
    write_file(end_of_links(file), known_text(known.lines()));
  }
  return change;
}

}  // namespace etalon
