// Files of known failures, for the pytest plugin.
#include "conformance/run/known.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "conformance/python/module.h"
#include "conformance/python/values.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

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

void bind_known(nb::module_& module) {
  nb::class_<KnownLine>(module, "KnownLine")
      .def_prop_ro("statuses", statuses)
      .def_prop_ro("comment", [](const KnownLine& line) { return to_str(line.comment); });
  nb::class_<KnownFailures>(module, "KnownFailures").def("lines_of", lines_of, "case"_a);
  module.def("read_known", known_of_file, "file"_a);
  module.def("update_known", update, "file"_a, "all"_a, "ran"_a, "allowed"_a);
}

}  // namespace etalon::python
