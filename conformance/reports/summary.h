// Counting a run's results by suite and status.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/judge/judge.h"

namespace etalon {

struct Counts {
  size_t total = 0;
  std::array<size_t, status_count> by_status{};

  size_t operator[](Status status) const { return by_status[static_cast<size_t>(status)]; }
  void add(Status status);
};

struct Summary {
  Counts all;
  // "1.22.0/node", in the order of the results. If any case is in several releases: one entry per
  // release, "1.22.0", in the order of the releases; each case is counted in all of its releases.
  std::vector<std::pair<std::string, Counts>> suites;
  // Each missing operator and the number of unsupported cases that need it, greatest number first.
  // For a model of several operators, it is not known which of them another runtime lacks.
  std::vector<std::pair<std::string, size_t>> missing;
  // How many cases each erratum explains, by its id.
  std::map<std::string, size_t> errata;
  // In how many cases that are open each open point explains a difference, by its id.
  std::map<std::string, size_t> open;
  std::map<Grade, size_t> fails;  // of a backend, by the verdict
  size_t accepted = 0;            // of the fails: answers to calls that must be refused
  // Errata whose case passes: "roialign-max: 1.22.0/node/test_roialign_mode_max passes".
  std::vector<std::string> stale;
};

// "1.2.1…1.4.0/node/test_abs": the releases that contain the case, suite and name.
std::string case_text(const CaseResult& result);

// The verdict on a fail of a backend.
std::optional<Grade> grade_of_fail(const CaseResult& result);

// What an xfail would be if it were not known: "error" of "error: …"; nothing of another result.
std::optional<Status> known_failure(const CaseResult& result);

Summary summarize(const std::vector<CaseResult>& results);
std::vector<Status> all_statuses();

// 0 if all cases are as expected or `allowed`; 5 without cases. Else 4 if all others are
// unsupported; 3 if they are all invalid or unsupported; otherwise 1.
int exit_code(const Counts& counts, const std::set<Status>& allowed = {});

// One of `count` parts of a selection of `of` cases: the cases index, index + count, …, counted
// from 1.
struct Shard {
  size_t index = 1;
  size_t count = 1;
  size_t of = 0;
  bool balanced = false;  // its cases are not every N-th
};

// Why a run ended before all of its cases were judged.
struct Partial {
  std::string reason;  // "SIGINT", "--fail-fast"
  size_t done = 0;
  size_t of = 0;  // 0 where the cases were not chosen yet
};

// How a run was made, where that is known.
struct RunInfo {
  std::string etalon;            // Etalon's version
  std::string date;              // when it began, UTC: "2026-11-22T15:20:00Z"
  std::string command;           // the command line
  std::string machine;           // the system, its processor and number of cores
  std::optional<uint32_t> seed;  // of random operators without an attribute `seed`
  std::string rule;              // what decided: "official", "verdict" (--rule)
  // The options of `etalon why` that judge a case as this run did: {"--backend", "python3 my.py"}.
  std::vector<std::string> options;
};

// A whole run: the content of a report.
struct RunReport {
  std::vector<CaseResult> results;
  RunInfo info;
  double seconds = 0;
  std::string backend;  // name and version of the runtime that was judged; empty: Etalon itself
  std::optional<Shard> shard;
  std::optional<Partial> partial;
  std::set<Status> allowed;              // statuses that are not failures of this run
  std::vector<std::string> stale_known;  // lines of known failures that match no case
  std::vector<std::string> problems;  // of the run, not of a case: a process that cannot be started
};

// The name and version of the runtime that was judged: "onnxruntime 1.31.1", "Etalon".
std::string runtime_title(const RunReport& report);

// The version of Etalon that judged: this one, unless the report was read from a file.
std::string judge_version(const RunReport& report);

// ", judged by --rule rounding"; "" for the official rule.
std::string rule_text(const RunReport& report);

// ", stopped by SIGINT after 12 of 1905 cases"; "" for a complete run.
std::string partial_text(const RunReport& report);

}  // namespace etalon
