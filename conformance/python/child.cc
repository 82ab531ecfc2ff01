// A process that answers lines with lines, for the pytest plugin.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "conformance/python/evaluation.h"
#include "conformance/python/module.h"
#include "conformance/python/values.h"
#include "conformance/run/backend_process.h"
#include "engine/values/limits.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Clock = LineProcess::Clock;

// Looks for signals while it waits.
LineProcess::Reading exchange(LineProcess& child, const std::string& line, double seconds) {
  constexpr auto moment = std::chrono::milliseconds(100);
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  child.send(line);
  for (;;) {
    LineProcess::Reading reading = child.receive(std::min(deadline, Clock::now() + moment));
    if (reading.outcome != LineProcess::Outcome::late || Clock::now() >= deadline) return reading;
    check_deadline();
  }
}

class Child {
 public:
  // Starts a command of the shell.
  explicit Child(const std::string& command) : process_(new LineProcess(command, 0)) {}

  // The child's line, or None with a reason: how the child ended, or that it did not reply. After a
  // reason the child is gone.
  nb::tuple ask(const std::string& line, double seconds) {
    using Outcome = LineProcess::Outcome;
    const LineProcess::Reading reading =
        unlocked([&] { return exchange(*process_, line, seconds); });
    if (reading.outcome == Outcome::line) return nb::make_tuple(to_str(reading.text), nb::none());
    if (reading.outcome == Outcome::gone) return nb::make_tuple(nb::none(), to_str(ended()));
    ended();
    return nb::make_tuple(nb::none(), nb::none());
  }

  // The end of what it wrote to its standard error for the last line.
  nb::str words() { return to_str(process_ ? process_->words() : last_words_); }

  void close() {
    unlocked([&] { process_.reset(); });
  }

 private:
  std::string ended() {
    return unlocked([&] {
      std::string report = process_->end_report(Clock::now() + std::chrono::seconds(1));
      last_words_ = process_->words();
      process_.reset();
      return report;
    });
  }

  std::unique_ptr<LineProcess> process_;
  std::string last_words_;
};

}  // namespace

void bind_child(nb::module_& module) {
  nb::class_<Child>(module, "Child")
      .def(nb::init<const std::string&>(), "command"_a)
      .def("ask", &Child::ask, "line"_a, "seconds"_a)
      .def("words", &Child::words)
      .def("close", &Child::close);
}

}  // namespace etalon::python
