// One worker process and the channel to it: it receives numbers and sends answers.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/common/signals.h"
#include "engine/loader/file.h"

namespace etalon {

class Worker {
 public:
  using Clock = std::chrono::steady_clock;
  // Bytes, as receive() gives them.
  using Answer = std::function<std::string(uint32_t number)>;

  // Forks a process that answers each number it receives, in order. Throws InternalError when no
  // process or channel can be created.
  explicit Worker(const Answer& answer);
  // Kills the process if it still runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return channel_.get(); }
  // Numbers that were sent and whose answers have not arrived, in order. The worker is busy with
  // the first.
  const std::deque<uint32_t>& outstanding() const { return outstanding_; }
  // When it began with that.
  Clock::time_point begun() const { return begun_; }

  void send(const std::vector<uint32_t>& numbers);

  // The answers that have arrived, in order. `alive` is false when the process has
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
  std::string error_output() const;

  // Waits for the process. Returns its status.
  int wait();

  pid_t pid_ = -1;
  std::optional<StopsFirst> stops_first_;
  FileDescriptor channel_;
  FileDescriptor errors_;  // the process's standard error, a file in memory
  std::deque<uint32_t> outstanding_;
  Clock::time_point begun_;
  std::string buffer_;
};

}  // namespace etalon
