// Runs cases in worker processes, so that a crash or an endless loop is the outcome of one case and
// does not end the run.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/judge/judge.h"

namespace etalon {

struct RunOptions {
  JudgeOptions judging;
  unsigned jobs = 0;  // worker processes; 0: one for each core this process may use
  // Seconds for one case. With a backend, its own option is used instead, plus the time to start a
  // child.
  double timeout = 60;
  bool fail_fast = false;
  // With fail_fast: whether a result ends the run; by default, one that is neither as expected nor
  // unsupported does.
  std::function<bool(const CaseResult&)> fails;
  // A descriptor that can be read once the run has to stop (-1: none): then no case starts, and
  // those that run are ended.
  int stop = -1;
  // Called in this process after each case, in no particular order.
  std::function<void(size_t done, size_t total)> on_progress;
  // Called in this process with each result, by the case's position; before on_progress.
  std::function<void(size_t position, const CaseResult&)> on_result;
  // Called in this process for problems that are not a case's: a worker that reports a memory leak
  // at its end, a process that cannot be started. Without it, they are InternalErrors.
  std::function<void(const std::string&)> on_problem;
  // Called in the worker after each case, with its result.
  std::function<void(CaseResult&)> after_case;
  // Called in the worker before each case. For tests, to crash or hang.
  std::function<void(const Case&)> before_case;
};

// The results in the order of the cases, for any number of jobs. With fail_fast, only those up to
// and including the first case that fails; of a run that is stopped, only those of the cases that
// have ended. A case whose process ends or whose result cannot be read has that as its result. When
// no worker process is left and none can be started, the remaining cases end as errors.
std::vector<CaseResult> run_cases(const std::vector<Case>& cases, const RunOptions& options);

}  // namespace etalon
