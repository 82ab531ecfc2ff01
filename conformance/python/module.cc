// onnx_etalon._native.
#include "conformance/python/module.h"

#include <google/protobuf/stubs/logging.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <new>
#include <sstream>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "conformance/python/evaluation.h"
#include "conformance/python/values.h"
#include "engine/c_interface.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"
#include "engine/values/mapped.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Etalon's exceptions as those of onnx_etalon.
void set_error(std::string_view kind, const std::string& sentence) {
  const nb::object type =
      nb::module_::import_("onnx_etalon._errors").attr(std::string(kind).c_str());
  PyErr_SetObject(type.ptr(), to_str(sentence).ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    set_error(to_string(error.kind()), error.what());
  } catch (const UsageError& error) {
    set_error("InvalidInput", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    set_error("InvalidInput", error.path1().string() + ": " + error.code().message());
  } catch (const std::bad_alloc&) {
    set_error("LimitExceeded", out_of_memory());
  }
}

// The exit code, what the command would print, and what it would print to standard error.
nb::tuple command(const std::vector<std::string>& words) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = unlocked([&] { return run_command_line(words, out, err); });
  return nb::make_tuple(code, to_str(out.str()), to_str(err.str()));
}

}  // namespace

void bind_command(nb::module_& module) {
  module.attr("version") = etalon_version();
  module.def("command", command, "words"_a);
  module.def("set_home", set_home, "folder"_a);
  module.def("data_folder", data_folder);
  module.def("set_leak_warnings", nb::set_leak_warnings, "on"_a);
}

}  // namespace etalon::python

NB_MODULE(_native, module) {
  // Etalon reports the problems of a file itself, in one sentence.
  google::protobuf::SetLogHandler(nullptr);
  // At exit, threads that still run and other packages may hold objects: nothing that a user can
  // mend. Tests turn these warnings on.
  nanobind::set_leak_warnings(false);
  // The interpreter outlives a model whose file somebody cuts.
  etalon::survive_shorter_files();
  nanobind::register_exception_translator(etalon::python::translate);
  etalon::python::bind_evaluation(module);
  etalon::python::bind_judging(module);
  etalon::python::bind_cases(module);
  etalon::python::bind_pytest(module);
  etalon::python::bind_generation(module);
  etalon::python::bind_command(module);
  etalon::python::bind_operators(module);
}
