// Runs cases in worker processes, so that a crash or an endless loop is one case's outcome and
// not the end of the run.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "conformance/judge/judge.h"

namespace etalon {

struct RunOptions {
  JudgeOptions judging;
  unsigned jobs = 0;  // worker processes; 0: one for each core this process may use
  // Seconds for one case; with a backend, that is the backend's own option, and starting a child
  // comes on top.
  double timeout = 60;
  bool fail_fast = false;
  // Called in this process for each case that has ended, in no particular order.
  std::function<void(size_t done, size_t total)> on_progress;
  // Called in the worker before each case. For tests, to crash or hang.
  std::function<void(const Case&)> before_case;
};

// The results in the order of the cases, whatever the number of jobs. With fail_fast, those up to
// and including the first case that is neither as expected nor unsupported. Throws InternalError
// when processes cannot be made, or when a worker reports a leak as it ends.
std::vector<CaseResult> run_cases(const std::vector<Case>& cases, const RunOptions& options);

}  // namespace etalon
