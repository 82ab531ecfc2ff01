// How far long work has come, on a terminal.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <ostream>
#include <string_view>

#include "engine/interpreter/interpreter.h"

namespace etalon {

// One line on standard error that is written over and over, and cleared at the end. Nothing is
// shown where standard error is not a terminal.
class Progress {
 public:
  explicit Progress(std::ostream& err) : err_(err), begin_(std::chrono::steady_clock::now()) {
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
  // "WORK, 12 s": since the construction.
  void show_work(std::string_view work) {
    show([&] {
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
      return fmt::format("{}, {:.0f} s", work, taken.count());
    });
  }
  // Before other output.
  void clear() {
    if (shown_) err_ << "\r\033[K" << std::flush;
  }

 private:
  std::ostream& err_;
  bool shown_ = false;
  const std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_;
};

// Shows the nodes of the model's graph, which evaluations with these options count anew.
inline void show_nodes(Progress& progress, const Model& model, Options& evaluation) {
  evaluation.on_node = [&](const Node& node, const Values&, const Values&) {
    const auto number = &node - model.graph.nodes.data() + 1;
    progress.show_work(fmt::format("node {} of {}", number, model.graph.nodes.size()));
  };
}

}  // namespace etalon
