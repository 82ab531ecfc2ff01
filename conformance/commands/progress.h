// How far long work has come, on a terminal.
#pragma once

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <ostream>

namespace etalon {

// One line on standard error that is written over and over, and cleared at the end. Nothing is
// shown where standard error is not a terminal.
class Progress {
 public:
  explicit Progress(std::ostream& err) : err_(err) {
    shown_ = &err == &std::cerr && isatty(STDERR_FILENO) != 0;
  }
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `text` gives the line; it is called at most every 50 ms.
  template <class F>
  void show(F&& text) {
    const auto now = std::chrono::steady_clock::now();
    constexpr auto interval = std::chrono::milliseconds(50);
    if (!shown_ || now - last_ < interval) return;
    last_ = now;
    err_ << "\r\033[K" << text() << std::flush;
  }
  // Before other output.
  void clear() {
    if (shown_) err_ << "\r\033[K" << std::flush;
  }

 private:
  std::ostream& err_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace etalon
