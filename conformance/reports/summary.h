// A run's results counted: by suite, by status.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
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
  // "1.22.0/node", in the order of the results. When cases stood in several releases: one entry a
  // release, "1.22.0", in the order of the releases, counting each case in all of its releases.
  std::vector<std::pair<std::string, Counts>> suites;
  // How many unsupported cases need each operator that is missing, most wanted first. Of another
  // runtime it is not known which of several operators a model's is.
  std::vector<std::pair<std::string, size_t>> missing;
  // How many cases each erratum explains, by its name.
  std::map<std::string, size_t> errata;
  // Errata whose case passes: "roialign-max: 1.22.0/node/test_roialign_mode_max passes".
  std::vector<std::string> stale;
};

// "1.2.1…1.4.0/node/test_abs": the releases in which the case stood, suite and name.
std::string case_text(const CaseResult& result);

Summary summarize(const std::vector<CaseResult>& results);
std::vector<Status> all_statuses();

// 0 when all is as expected; else 1 for a mismatch, 3 when all that is wrong is refused models or
// inputs, 4 when it is missing operators; 5 without any case.
int exit_code(const Counts& counts);

// The index-th of `count` parts of a selection of `of` cases: its cases number index, index +
// count, … from 1.
struct Shard {
  size_t index = 1;
  size_t count = 1;
  size_t of = 0;
};

// A whole run, as reports tell it.
struct RunReport {
  std::vector<CaseResult> results;
  double seconds = 0;
  std::string backend;  // name and version of the runtime that was judged; empty: Etalon itself
  std::optional<Shard> shard;
};

}  // namespace etalon
