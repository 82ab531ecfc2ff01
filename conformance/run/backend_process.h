// A shell command as a child process that exchanges lines of text.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/run/loaded_files.h"
#include "engine/loader/file.h"

namespace etalon {

class LineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts `command` with the system's shell, under a supervisor (conformance/run/supervisor.h). It
  // is killed when the starting process ends, writes no core file, and may use `max_memory` bytes
  // of data (0: the machine's memory). Throws InternalError when no process can be created.
  LineProcess(const std::string& command, uint64_t max_memory);
  // The same for a child that calls `serve` with these standard streams in place of a command. It
  // has no other descriptors.
  LineProcess(const std::function<void()>& serve, uint64_t max_memory);
  // Closes the child's input, waits for a short time until it ends, and kills it and every process
  // that it started.
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  enum class Outcome {
    line,   // the child wrote a line; `text` is without the line break
    flood,  // the child wrote more than longest_line bytes without a line break
    gone,   // the child has closed its output
    late,   // the deadline passed
  };
  struct Reading {
    Outcome outcome = Outcome::line;
    std::string text;  // what the child wrote; only the beginning for flood
  };
  static constexpr size_t longest_line = 1 << 20;

  // Sends a line (the line break is added) and the bytes that follow it, and waits for the next
  // line of the child. This and all that waits throws LimitExceeded where the command itself is to
  // end (check_deadline).
  Reading exchange(const std::string& request, std::string_view bytes, Clock::time_point deadline);
  // Waits for so many bytes, which follow a line: a `line` without a line break. What has arrived
  // of them, for gone and late.
  Reading receive_bytes(size_t count, Clock::time_point deadline);
  // The two halves of it. After `late`, receive() may be called again.
  void send(const std::string& request);
  Reading receive(Clock::time_point deadline);

  // The end of what the child has written to its standard error since the last request.
  const std::string& words();

  // True when the child has written something without a request, or closed its output.
  bool has_stray_output();

  // After end_report(): whether the child had taken the whole request before it ended.
  bool took_request() const;

  // The files that the child and what it started have loaded (conformance/run/loaded_files.h).
  MappedFiles mapped_files(bool says) const;

  // Kills the child and every process that it started. Returns how the child ended and the most
  // informative line of its standard error: "killed by signal 11 (Segmentation fault): …". Waits
  // until `deadline`, but only for a short time, for the child to end by itself.
  std::string end_report(Clock::time_point deadline);

 private:
  // `become` is called in the child with the ends of the three pipes, and does not return.
  void begin(const std::function<void(int input, int output, int errors)>& become);
  void read_from(const FileDescriptor& from, std::string& into, bool& open);
  void read_ready(int milliseconds);
  void send_some();
  Reading taken(size_t size, bool line_break);
  template <class Take>
  Reading wait_for(Take take, Clock::time_point deadline);
  int reap(Clock::time_point deadline);

  pid_t pid_ = -1;
  ino_t channel_ = 0;      // the inode of the child's end of `input_`
  FileDescriptor input_;   // of the child: requests
  FileDescriptor output_;  // of the child: replies
  FileDescriptor errors_;
  std::string pending_;   // the part of the request that is not sent yet
  std::string received_;  // the part of the replies that is not returned yet
  std::string words_;     // the end of its standard error since the last request
  bool refused_ = false;  // a part of the request could not be sent
  bool output_open_ = true;
  bool errors_open_ = true;
};

}  // namespace etalon
