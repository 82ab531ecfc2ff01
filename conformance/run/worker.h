// One worker process and the channel to it: it receives indices of cases and sends results.
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

  // Forks a process that does `work` for each index it receives, in order. Throws InternalError
  // when no process or channel can be created.
  explicit Worker(const Work& work);
  // The same for results in any form: bytes, as receive() gives them.
  using Answer = std::function<std::string(uint32_t index)>;
  explicit Worker(const Answer& answer);
  // Kills the process if it still runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return channel_.get(); }
  // Indices that were sent and whose results have not arrived, in order. The first is being judged.
  const std::deque<uint32_t>& outstanding() const { return outstanding_; }
  // When the judging of the first of them began.
  Clock::time_point begun() const { return begun_; }

  void send(const std::vector<uint32_t>& indices);

  // The results that have arrived, in order, as MessagePack. `alive` is false when the process has
  // ended.
  struct Arrival {
    std::vector<std::string> results;
    bool alive = true;
  };
  Arrival receive();

  // Kills the process.
  void kill();
  // Waits for a process that has ended. Returns how it ended, and the most informative line of its
  // standard error: "killed by signal 11 (Segmentation fault): …".
  std::string end_report();
  // Lets the process end normally. Returns a report like end_report() unless it ended cleanly.
  std::optional<std::string> finish();

 private:
  void begin(const Answer& answer);
  std::string error_output() const;

  pid_t pid_ = -1;
  FileDescriptor channel_;
  FileDescriptor errors_;  // the process's standard error, a file in memory
  std::deque<uint32_t> outstanding_;
  Clock::time_point begun_;
  std::string buffer_;
};

}  // namespace etalon
