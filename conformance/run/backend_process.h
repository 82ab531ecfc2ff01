// A shell command as a child process that is spoken to in lines.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/loader/file.h"

namespace etalon {

class LineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts `command` with the system's shell, in a process group of its own. It ends with the
  // process that starts it, leaves no core file, and may hold `max_memory` bytes of data (0: what
  // the machine has). Throws InternalError when no process can be made.
  LineProcess(const std::string& command, uint64_t max_memory);
  // Closes the child's input, gives it a moment to end, and kills its process group.
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  enum class Outcome {
    line,   // a line has come back, without its end
    flood,  // more than longest_line bytes have come back, and no end of a line
    gone,   // the child has closed its output
    late,
  };
  struct Reading {
    Outcome outcome = Outcome::line;
    std::string text;  // what has come back, clipped in a flood
  };
  static constexpr size_t longest_line = 1 << 20;

  // Sends a line (its end is added) and waits for the next one.
  Reading exchange(const std::string& request, Clock::time_point deadline);

  // True when the child has written something that nobody asked for.
  bool has_stray_output();

  // Kills the process group and says how the child went, and the line of its standard error that
  // tells most: "killed by signal 11 (Segmentation fault): …". A child that has gone by itself is
  // waited for until `deadline` first.
  std::string end_report(Clock::time_point deadline);

 private:
  void receive(const FileDescriptor& from, std::string& into, bool& open);
  void read_ready(int milliseconds);
  void send_some();
  std::optional<std::string> take_line();
  int reap(Clock::time_point deadline);

  pid_t pid_ = -1;
  FileDescriptor input_;   // of the child: requests
  FileDescriptor output_;  // of the child: replies
  FileDescriptor errors_;
  std::string pending_;   // of requests, not sent yet
  std::string received_;  // of replies
  std::string words_;     // the end of its standard error since the last request
  bool output_open_ = true;
  bool errors_open_ = true;
};

}  // namespace etalon
