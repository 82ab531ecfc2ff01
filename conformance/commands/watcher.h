// Work that a signal ends, so that what is known until then can be told.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "conformance/commands/commands.h"
#include "conformance/commands/progress.h"
#include "conformance/common/signals.h"
#include "engine/values/errors.h"
#include "engine/values/host.h"

namespace etalon {

// Ends what is being evaluated, by LimitExceeded, when SIGHUP, SIGINT or SIGTERM arrives, and shows
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
    return signal ? std::optional(exit_signal + *signal) : std::nullopt;
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
