#include "conformance/reports/merge.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/values/errors.h"

namespace etalon {

namespace {

using CaseKey = std::tuple<std::string, std::string, std::string>;

void check_alike(const NamedReport& first, const NamedReport& other) {
  if (first.report.backend != other.report.backend) {
    throw InvalidInput("{} is a report of {}, but {} of {}", first.name,
                       runtime_title(first.report), other.name, runtime_title(other.report));
  }
  if (first.report.shard.has_value() != other.report.shard.has_value()) {
    throw InvalidInput("only one of {} and {} is a report of a shard", first.name, other.name);
  }
  if (!first.report.shard) return;
  const Shard& a = *first.report.shard;
  const Shard& b = *other.report.shard;
  if (a.balanced != b.balanced) {
    throw InvalidInput("only one of {} and {} is of shards by --balance", first.name, other.name);
  }
  if (a.count != b.count || a.of != b.of) {
    throw InvalidInput("{} is one of {} shards of {} cases, but {} one of {} shards of {} cases",
                       first.name, a.count, a.of, other.name, b.count, b.of);
  }
}

// One report may contain the same name twice, for cases with different data.
void check_cases(const std::vector<NamedReport>& reports) {
  std::map<CaseKey, const std::string*> homes;
  for (const NamedReport& one : reports) {
    for (const CaseResult& result : one.report.results) {
      const auto [home, first] =
          homes.try_emplace({result.release, result.suite, result.name}, &one.name);
      if (first || home->second == &one.name) continue;
      throw InvalidInput("{} and {} both contain {}/{}/{}", *home->second, one.name, result.release,
                         result.suite, result.name);
    }
  }
}

using Shards = std::map<size_t, NamedReport*>;

Shards by_index(std::vector<NamedReport>& reports) {
  Shards shards;
  for (NamedReport& one : reports) {
    const size_t index = one.report.shard->index;
    const auto [place, first] = shards.emplace(index, &one);
    if (first) continue;
    throw InvalidInput("{} and {} are both shard {} of {}", place->second->name, one.name, index,
                       one.report.shard->count);
  }
  return shards;
}

void check_complete(const Shards& shards, const Shard& whole) {
  constexpr size_t shown = 20;
  const size_t missing = whole.count - shards.size();
  if (missing == 0) return;
  std::vector<size_t> first;
  for (size_t i = 1; i <= whole.count && first.size() < shown; ++i) {
    if (shards.count(i) == 0) first.push_back(i);
  }
  throw InvalidInput("of {} shards, {} {} missing: {}{} (--partial merges the others)", whole.count,
                     missing, missing == 1 ? "is" : "are", fmt::join(first, ", "),
                     missing > shown ? ", …" : "");
}

// Shard I of N has the cases I, I + N, … of the run: the cases are taken from the shards in turn.
std::vector<CaseResult> interleave(const Shards& shards) {
  std::vector<CaseResult> results;
  size_t longest = 0;
  for (const auto& [index, one] : shards) longest = std::max(longest, one->report.results.size());
  for (size_t i = 0; i < longest; ++i) {
    for (const auto& [index, one] : shards) {
      auto& part = one->report.results;
      if (i < part.size()) results.push_back(std::move(part[i]));
    }
  }
  return results;
}

// By release, suite and name, as a run has its cases.
std::vector<CaseResult> sorted(const Shards& shards) {
  std::vector<CaseResult> results;
  for (const auto& [index, one] : shards) {
    std::ranges::move(one->report.results, std::back_inserter(results));
  }
  const auto key = [](const CaseResult& result) {
    return std::tie(result.release, result.suite, result.name);
  };
  std::stable_sort(results.begin(), results.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return results;
}

// Both texts, or one if they are equal.
void join(std::string& text, const std::string& other) {
  if (text != other) text += (text.empty() || other.empty() ? "" : "; ") + other;
}

// When the first part began; the commands and machines of all parts.
RunInfo merged_info(const std::vector<NamedReport>& reports) {
  RunInfo info = reports.front().report.info;
  for (const NamedReport& one : reports) {
    const RunInfo& other = one.report.info;
    info.date = std::min(info.date, other.date);
    if (&one != &reports.front()) {
      join(info.command, other.command);
      join(info.machine, other.machine);
      join(info.rule, other.rule);
    }
    if (info.options != other.options) info.options.clear();
  }
  return info;
}

// A report of which a part is partial is partial itself.
void add_circumstances(const std::vector<NamedReport>& reports, RunReport& whole) {
  size_t of = 0;
  for (const auto& [name, part] : reports) {
    whole.allowed.insert(part.allowed.begin(), part.allowed.end());
    whole.stale_known.insert(whole.stale_known.end(), part.stale_known.begin(),
                             part.stale_known.end());
    of += part.partial ? part.partial->of : part.results.size();
    if (part.partial && !whole.partial) whole.partial = Partial{part.partial->reason};
  }
  if (!whole.partial) return;
  whole.partial->done = whole.results.size();
  whole.partial->of = of;
}

// Takes the results out of the reports.
RunReport united(std::vector<NamedReport>& reports, bool partial) {
  RunReport whole;
  for (const NamedReport& one : reports) {
    check_alike(reports.front(), one);
    whole.seconds += one.report.seconds;
  }
  whole.backend = reports.front().report.backend;
  whole.info = merged_info(reports);
  const std::optional<Shard> shard = reports.front().report.shard;
  if (!shard) {
    check_cases(reports);
    for (NamedReport& one : reports) {
      std::ranges::move(one.report.results, std::back_inserter(whole.results));
    }
    return whole;
  }
  const Shards shards = by_index(reports);
  if (!partial) check_complete(shards, *shard);
  whole.results = shard->balanced ? sorted(shards) : interleave(shards);
  if (!partial && whole.results.size() != shard->of) {
    throw InvalidInput("the shards have {} of {} cases (--partial merges them anyway)",
                       whole.results.size(), shard->of);
  }
  return whole;
}

}  // namespace

RunReport merge_reports(std::vector<NamedReport>&& reports, bool partial) {
  RunReport whole = united(reports, partial);
  add_circumstances(reports, whole);
  return whole;
}

std::vector<NamedReport> read_runs(const std::vector<std::string>& files, ReportVersions versions) {
  std::vector<NamedReport> named;
  for (const std::string& file : files) {
    std::vector<RunReport> runs = read_json_reports(file, versions);
    const bool several = runs.size() > 1;
    for (RunReport& run : runs) {
      const std::string name = several ? fmt::format("{} ({})", file, runtime_title(run)) : file;
      named.push_back({name, std::move(run)});
    }
  }
  return named;
}

std::vector<RunReport> merge_runs(std::vector<NamedReport>&& reports, bool partial) {
  std::vector<std::vector<NamedReport>> runtimes;
  for (NamedReport& one : reports) {
    const auto same =
        std::find_if(runtimes.begin(), runtimes.end(), [&](const std::vector<NamedReport>& each) {
          return each.front().report.backend == one.report.backend;
        });
    (same == runtimes.end() ? runtimes.emplace_back() : *same).push_back(std::move(one));
  }
  std::vector<RunReport> runs;
  for (std::vector<NamedReport>& runtime : runtimes) {
    try {
      runs.push_back(merge_reports(std::move(runtime), partial));
    } catch (const InvalidInput& problem) {
      if (runtimes.size() == 1) throw;
      throw InvalidInput("{}: {}", runtime_title(runtime.front().report), problem.what());
    }
  }
  return runs;
}

}  // namespace etalon
