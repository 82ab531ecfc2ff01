// One worker process and the channel to it: indices of cases go out, results come back.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/judge/judge.h"
#include "engine/loader/file.h"

namespace etalon {

class Worker {
 public:
  using Clock = std::chrono::steady_clock;
  // Judges the case with this index.
  using Work = std::function<CaseResult(uint32_t index)>;

  // Forks a process that does `work` for each index it is sent, in order.
  explicit Worker(const Work& work);
  // Kills the process if it still runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return channel_.get(); }
  // Indices sent whose results have not come back, in order: the first is being worked on.
  const std::deque<uint32_t>& outstanding() const { return outstanding_; }
  // When the first of them was begun.
  Clock::time_point begun() const { return begun_; }

  void send(const std::vector<uint32_t>& indices);

  // The results that have arrived, in order. `alive` becomes false when the process has gone.
  struct Arrival {
    std::vector<CaseResult> results;
    bool alive = true;
  };
  Arrival receive();

  // Kills the process.
  void kill();
  // Waits for a process that has gone, and says how it went and what it wrote to its standard
  // error: "killed by signal 11 (Segmentation fault)".
  std::string end_report();
  // Lets the process end in its own way. Its end_report() when that was not a clean end.
  std::optional<std::string> finish();

 private:
  std::string error_output() const;

  pid_t pid_ = -1;
  FileDescriptor channel_;
  FileDescriptor errors_;  // a file in memory that is the process's standard error
  std::deque<uint32_t> outstanding_;
  Clock::time_point begun_;
  std::string buffer_;
};

}  // namespace etalon
