// What the pytest plugin needs: a process that answers lines with lines, files of known failures.
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "conformance/python/evaluation.h"
#include "conformance/python/module.h"
#include "conformance/python/values.h"
#include "conformance/run/backend_process.h"
#include "conformance/run/known.h"
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

KnownFailures known_of_file(const std::filesystem::path& file) { return {read_known(file), {}}; }

std::vector<KnownLine> lines_of(const KnownFailures& known, const Case& test) {
  std::vector<KnownLine> lines;
  for (const size_t i : known.lines_of(blank_result(test))) lines.push_back(known.lines()[i]);
  return lines;
}

// Updates the file as `etalon test --update-known` does. `all` are the cases of the run before a
// part of them was selected. Returns the numbers of lines that are added, changed and removed.
std::tuple<size_t, size_t, size_t> update(
    const std::filesystem::path& file, const std::vector<const Case*>& all,
    const std::vector<std::tuple<const Case*, std::string, std::string>>& ran,
    const std::set<std::string>& allowed) {
  std::vector<Case> cases;
  for (const Case* test : all) cases.push_back(*test);
  const bool there = std::filesystem::exists(file);
  KnownFailures known(there ? read_known(file) : std::vector<KnownLine>{}, cases);
  std::vector<CaseResult> results;
  for (const auto& [test, status, message] : ran) {
    CaseResult& result = results.emplace_back(blank_result(*test));
    result.status = status_named(status);
    result.message = message;
  }
  std::set<Status> fine;
  for (const std::string& word : allowed) fine.insert(status_named(word));
  const KnownFailures::Change change = update_known(file, known, results, fine);
  return {change.added, change.changed, change.removed};
}

std::set<std::string> statuses(const KnownLine& line) {
  std::set<std::string> words;
  for (const Status status : line.statuses) words.emplace(to_string(status));
  return words;
}

}  // namespace

void bind_pytest(nb::module_& module) {
  nb::class_<Child>(module, "Child")
      .def(nb::init<const std::string&>(), "command"_a)
      .def("ask", &Child::ask, "line"_a, "seconds"_a)
      .def("words", &Child::words)
      .def("close", &Child::close);
  nb::class_<KnownLine>(module, "KnownLine")
      .def_prop_ro("statuses", statuses)
      .def_prop_ro("comment", [](const KnownLine& line) { return to_str(line.comment); });
  nb::class_<KnownFailures>(module, "KnownFailures").def("lines_of", lines_of, "case"_a);
  module.def("read_known", known_of_file, "file"_a);
  module.def("update_known", update, "file"_a, "all"_a, "ran"_a, "allowed"_a);
}

}  // namespace etalon::python
