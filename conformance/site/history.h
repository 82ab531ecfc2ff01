// Runtimes over their releases: data/scoreboard/history, a file for each runtime.
//
//   {"runtime": "tract", "runs": [{"version": "0.23.9", "date": "2026-10-02", of the release,
//     "measured": "2026-11-30", "release": "1.22.0", of the test data, "cases": 1905,
//     "counts": {"same": 1200, "rounding": 300, …, "refused": 23, "unsupported": 12},
//     "cases_by_verdict": {"wrong": ["node/test_x", …], "refused": […], …}}, …]}, oldest first.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/site/board.h"

namespace etalon::site {

struct HistoryRun {
  std::string version, date, measured, release;
  int cases = 0;
  Tally tally;
  std::map<Word, std::set<std::string>> names;  // of the words that are not sound
};
struct History {
  std::string runtime;
  std::vector<HistoryRun> runs;  // oldest first, never empty
};
// Throws InvalidInput for a word or a date that is none, and where there are no runs.
History history_from(const nlohmann::json& written);
// Those of the data folder, by runtime. Read once. Throws InvalidInput, naming the file.
const std::vector<History>& histories();

// The cases whose word changed between two runs, by the change: "wrong → sound".
std::map<std::string, std::vector<std::string>> changes_between(const HistoryRun& before,
                                                                const HistoryRun& after);

// A drawing and a table of each runtime.
std::string history_page();

}  // namespace etalon::site
