#include "conformance/commands/shards.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <utility>

#include "conformance/common/usage_error.h"
#include "conformance/reports/json.h"

namespace etalon {

namespace {

// The seconds of a report's cases, by their ids.
std::map<std::string, double> seconds_of(const std::string& file) {
  std::map<std::string, double> seconds;
  for (const CaseResult& result : read_json_report(file, ReportVersions::any).results) {
    seconds[id_of(result)] = result.seconds;
  }
  return seconds;
}

// The part of each case: the longest first, each to the part that has least. A case of which no
// report has the seconds takes as long as the mean.
std::vector<size_t> balanced_parts(const std::vector<Case>& cases, size_t count,
                                   const std::map<std::string, double>& known) {
  double sum = 0;
  for (const auto& [id, seconds] : known) sum += seconds;
  const double mean = known.empty() ? 1 : sum / double(known.size());
  std::vector<std::pair<double, size_t>> longest_first;
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto seconds = known.find(cases[i].id());
    longest_first.emplace_back(seconds == known.end() ? mean : seconds->second, i);
  }
  std::stable_sort(longest_first.begin(), longest_first.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<double> loads(count);
  std::vector<size_t> parts(cases.size());
  for (const auto& [seconds, i] : longest_first) {
    const auto least = std::min_element(loads.begin(), loads.end());
    *least += seconds;
    parts[i] = size_t(least - loads.begin());
  }
  return parts;
}

}  // namespace

std::pair<size_t, size_t> shard_numbers(const std::string& shard) {
  size_t index = 0, count = 0;
  if (!re2::RE2::FullMatch(shard, R"((\d{1,9})/(\d{1,9}))", &index, &count) || index < 1 ||
      index > count) {
    throw UsageError(fmt::format("--shard {}: expected I/N with 1 <= I <= N", shard));
  }
  return {index, count};
}

std::optional<Shard> take_shard(std::vector<Case>& cases, const std::string& shard,
                                const std::string& balance) {
  if (shard.empty()) return std::nullopt;
  const auto [index, count] = shard_numbers(shard);
  const bool balanced = !balance.empty();
  std::vector<size_t> parts;
  if (balanced) parts = balanced_parts(cases, count, seconds_of(balance));
  std::vector<Case> mine;
  for (size_t i = 0; i < cases.size(); ++i) {
    if ((balanced ? parts[i] : i % count) == index - 1) mine.push_back(std::move(cases[i]));
  }
  const Shard taken{index, count, cases.size(), balanced};
  cases = std::move(mine);
  return taken;
}

}  // namespace etalon
