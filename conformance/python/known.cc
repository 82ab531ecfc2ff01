// Files of known failures, for the pytest plugin.
#include "conformance/run/known.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
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
}

}  // namespace etalon::python
