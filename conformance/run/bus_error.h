// The end of a process whose mapped files become shorter.
#pragma once

namespace etalon {

// While it exists, reading a mapped file beyond its end ends this process with one sentence on
// standard error and the exit code 3, instead of the signal SIGBUS. For one object at a time.
class BusErrorSentence {
 public:
  BusErrorSentence();
  ~BusErrorSentence();
  BusErrorSentence(const BusErrorSentence&) = delete;
  BusErrorSentence& operator=(const BusErrorSentence&) = delete;
};

}  // namespace etalon
