// Runs cases in worker processes, so that a crash or an endless loop is the outcome of one case and
// does not end the run.
#pragma once

#include <cstddef>
#include <functional>
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
  // Called in this process after each case, in no particular order.
  std::function<void(size_t done, size_t total)> on_progress;
  // Called in the worker before each case. For tests, to crash or hang.
  std::function<void(const Case&)> before_case;
};

// The results in the order of the cases, for any number of jobs. With fail_fast, only those up to
// and including the first case that is neither as expected nor unsupported. Throws InternalError
// when processes cannot be created, or when a worker reports a memory leak at its end.
std::vector<CaseResult> run_cases(const std::vector<Case>& cases, const RunOptions& options);

}  // namespace etalon
