// Ending the program on SIGINT, SIGTERM, SIGHUP and --timeout without leaving anything behind.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include "engine/loader/file.h"

namespace etalon {

// From now on these signals wait. To be called before anything else, so that none of them ends the
// program without a word.
void hold_signals();

// From command_begins on each of these signals, unless it is ignored, ends the program with
// exit_code_of_signal, after temporary files and folders have been removed. Starts a thread that
// waits for them, so it must be called before any other thread starts. Processes that this one
// forks have these signals blocked (see accept_signals).
void end_on_signals();

// From now on the first signal has its final meaning: to end the program, LastWords, or a
// StopRequest.
void command_begins();

// SIGALRM arrives after so many seconds: to the program, it is one more of these signals.
void end_after(double seconds);

// While it exists, a signal that ends the program is given to `say` before, on another thread.
class LastWords {
 public:
  explicit LastWords(std::function<void(int number)> say);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
};

// While it exists, a signal that ends the program first stops (SIGSTOP) this child process, which
// writes into the folders that are then removed. The child is not killed, so that its end is not
// taken for a result. It must have asked to be killed when its parent ends.
class StopsFirst {
 public:
  explicit StopsFirst(pid_t child);
  ~StopsFirst();
  StopsFirst(const StopsFirst&) = delete;
  StopsFirst& operator=(const StopsFirst&) = delete;

 private:
  pid_t child_;
};

// Undoes end_on_signals in a child process, for the program that it executes. Uses system calls
// only.
void accept_signals();

// While it exists, the first signal does not end the program: it is reported here. A later one
// does, unless it comes within a second: then it is the same request, as `timeout` makes it twice,
// of the program and of its process group. There is at most one such object at a time.
class StopRequest {
 public:
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  // Can be read once a signal has arrived.
  int descriptor() const { return event_.get(); }
  // The number of the signal that has arrived, since such an object was made last.
  static std::optional<int> signal();

 private:
  FileDescriptor event_;
};

// "SIGINT"; "--timeout" for SIGALRM.
std::string signal_name(int number);

// 128 + the number; 124 for SIGALRM, as of timeout(1).
int exit_code_of_signal(int number);

}  // namespace etalon
