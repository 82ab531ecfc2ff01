// What is known of a run's cases before it begins.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/commands/progress.h"
#include "conformance/commands/test_options.h"
#include "conformance/run/kept_results.h"

namespace etalon {

// The results of a report (--resume), and those that earlier runs kept (--cache).
class EarlierResults {
 public:
  // `judging`: the options that judge (RunInfo); `runtime`: the backend's name and version;
  // `loaded`: the files that it has loaded, for --cache. Throws UsageError for a report of another
  // runtime or of other options, and for a --cache that is not a folder.
  EarlierResults(const TestOptions& options, const std::vector<std::string>& judging,
                 const std::string& runtime, const LoadedFiles& loaded);

  std::optional<CaseResult> of(const Case& test) const;
  void keep(const Case& test, const CaseResult& result);
  // With --cache: notes which files the backend has loaded. To be called after each case, where it
  // was run.
  void note_loaded(Backend& backend, CaseResult& result);
  // Why --cache does not keep results for later runs, in one sentence; empty while it does.
  std::string problem() const;
  // That the report's run took.
  double seconds() const { return seconds_; }

 private:
  void read(const std::string& file, const std::vector<std::string>& judging,
            const std::string& runtime);

  std::map<std::string, CaseResult> reported_;
  std::optional<KeptResults> kept_;
  std::string runtime_;
  std::string unkept_;  // why nothing that this runtime gives can be kept
  double seconds_ = 0;
};

// Runs the cases that are not known. The results of all, in the order of the cases; of a run that
// is stopped, of those that have ended.
std::vector<CaseResult> results_of(const std::vector<Case>& cases, RunOptions& running,
                                   EarlierResults& earlier, Progress& progress);

}  // namespace etalon
