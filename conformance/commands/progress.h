// How far long work has come, and its end by a signal, so that what is known until then can be
// told.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/bounds/bound_walk.h"
#include "conformance/commands/commands.h"
#include "conformance/common/signals.h"
#include "engine/interpreter/interpreter.h"
#include "engine/values/errors.h"
#include "engine/values/host.h"

namespace etalon {

// On a terminal, one line on standard error that is written over and over, and cleared at the end.
// Where standard error is a file or a pipe, a line every half minute, from the tenth second on.
class Progress {
 public:
  explicit Progress(std::ostream& err) : err_(err), begin_(Clock::now()), next_(begin_) {
    if (&err != &std::cerr) return;
    form_ = isatty(STDERR_FILENO) != 0 ? Form::line : Form::lines;
    if (form_ == Form::lines) next_ += std::chrono::seconds(10);
  }
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `text` gives the line; it is called at most every 50 ms.
  template <class F>
  void show(F&& text) {
    const Clock::time_point now = Clock::now();
    if (form_ == Form::none || now < next_) return;
    if (now - begin_ > std::chrono::seconds(2)) show_news();
    if (form_ == Form::line) {
      next_ = now + std::chrono::milliseconds(50);
      err_ << "\r\033[K" << text() << std::flush;
    } else {
      next_ = now + std::chrono::seconds(30);
      err_ << "etalon: " << text() << std::endl;
    }
  }
  // "WORK, 12 s": since the construction.
  void show_work(std::string_view work) {
    show([&] {
      const std::chrono::duration<double> taken = Clock::now() - begin_;
      return fmt::format("{}, {:.0f} s", work, taken.count());
    });
  }
  // A line that stays, before the next one; not shown where the work does not take long.
  void say(std::string news) { news_ = std::move(news); }
  // Before other output.
  void clear() {
    if (form_ == Form::line) err_ << "\r\033[K" << std::flush;
  }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Form { none, line, lines };

  void show_news() {
    if (news_.empty()) return;
    clear();
    err_ << "etalon: " << std::exchange(news_, "") << std::endl;
  }

  std::ostream& err_;
  Form form_ = Form::none;
  const Clock::time_point begin_;
  Clock::time_point next_;
  std::string news_;
};

// Shows the nodes that evaluations with these options finish: those of the model's graph by their
// place, those of another model by their label alone.
inline void show_nodes(Progress& progress, const Model& model, Options& evaluation) {
  evaluation.on_node = [&](const Node& node, const Values&, const Values&) {
    progress.show_work(numbered_label(model.graph, node));
  };
}

// Ends what is being evaluated, by LimitExceeded, when a signal or --timeout asks for it, and shows
// how long the work takes.
class Watcher {
 public:
  Watcher(Progress& progress, std::string work)
      : progress_(progress), work_(std::move(work)), watch_([this] { look(); }) {}

  void begin(const std::string& work) {
    work_ = work;
    look();
  }
  // The code to exit with, if a signal has arrived.
  std::optional<int> exit_code() const {
    const std::optional<int> signal = stop_.signal();
    return signal ? std::optional(exit_code_of_signal(*signal)) : std::nullopt;
  }

 private:
  void look() {
    if (const auto signal = stop_.signal()) {
      throw LimitExceeded("stopped by {}", signal_name(*signal));
    }
    progress_.show_work(work_);
  }

  Progress& progress_;
  std::string work_;
  const StopRequest stop_;
  const Watch watch_;
};

}  // namespace etalon
