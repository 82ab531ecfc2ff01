// Etalon's exceptions as those of onnx_etalon.
#include <nanobind/nanobind.h>

#include <filesystem>
#include <new>
#include <string>

#include "conformance/common/usage_error.h"
#include "conformance/python/module.h"
#include "conformance/python/values.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon::python {

namespace nb = nanobind;

namespace {

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

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace etalon::python
