#include "conformance/python/runtime.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>

#include "conformance/generate/model_case.h"
#include "conformance/python/evaluation.h"
#include "conformance/python/values.h"
#include "conformance/run/process_end.h"
#include "engine/values/utf8.h"

namespace etalon::python {

namespace nb = nanobind;

namespace {

bool is_one_of(const nb::python_error& problem, std::initializer_list<const char*> names) {
  const nb::module_ errors = nb::module_::import_("onnx_etalon._errors");
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return problem.matches(errors.attr(name)); });
}

Status status_of(const nb::python_error& problem) {
  const nb::module_ runtimes = nb::module_::import_("onnx_etalon._runtimes");
  if (nb::cast<bool>(runtimes.attr("is_unsupported")(problem.value()))) {
    return Status::unsupported;
  }
  if (is_one_of(problem, {"InvalidModel", "InvalidInput"})) return Status::invalid;
  return Status::error;
}

RuntimeAnswer refusal(nb::python_error& problem) {
  // KeyboardInterrupt, SystemExit, and what test frameworks raise to stop: not the runtime's.
  if (!problem.matches(PyExc_Exception)) {
    problem.restore();
    throw PythonError();
  }
  RuntimeAnswer answer;
  answer.status = status_of(problem);
  const auto text = nb::cast<std::string>(nb::str(problem.value()));
  const auto type = nb::cast<std::string>(nb::str(problem.type().attr("__name__")));
  answer.message =
      one_line(answer.status == Status::error || text.empty() ? type + ": " + text : text);
  return answer;
}

// Throws InvalidInput for outputs by name that the model does not have.
void refuse_others(nb::handle outputs, const Model& model) {
  if (!nb::isinstance<nb::dict>(outputs)) return;
  for (nb::handle key : nb::list(nb::borrow<nb::dict>(outputs).keys())) {
    const auto name = nb::cast<std::string>(nb::str(key));
    const auto& formals = model.graph.outputs;
    if (std::none_of(formals.begin(), formals.end(),
                     [&](const ValueInfo& formal) { return formal.name == name; })) {
      throw InvalidInput("the model has no output {}", in_quotes(name));
    }
  }
}

// What is wrong with outputs of which some are absent.
void require_all(RuntimeAnswer& answer, const Model& model) {
  for (size_t i = 0; i < answer.outputs.size(); ++i) {
    if (!answer.outputs[i].absent()) continue;
    answer.status = Status::fail;
    answer.message =
        fmt::format("the runtime gave no output {}", in_quotes(model.graph.outputs[i].name));
    return;
  }
}

}  // namespace

RuntimeAnswer PythonRuntime::run(const std::filesystem::path& file, const Model& model,
                                 const Bindings& inputs, const StoredInputs&,
                                 std::optional<double> timeout) {
  return run(self_contained_model(file), model, inputs, timeout);
}

RuntimeAnswer PythonRuntime::run(const std::string& model_bytes, const Model& model,
                                 const Bindings& inputs, std::optional<double>) {
  const nb::gil_scoped_acquire lock;
  RuntimeAnswer answer;
  try {
    const nb::bytes bytes(model_bytes.data(), model_bytes.size());
    const nb::object given =
        nb::module_::import_("onnx_etalon._values").attr("writable")(to_dict(model, inputs));
    const auto begin = std::chrono::steady_clock::now();
    const nb::object outputs = function_(bytes, given);
    answer.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    refuse_others(outputs, model);
    answer.outputs = to_outputs(outputs, model);
  } catch (nb::python_error& problem) {
    return refusal(problem);
  } catch (const Error& error) {
    answer.status = Status::error;
    answer.message = fmt::format("the runtime's outputs cannot be read: {}", error.what());
    return answer;
  }
  require_all(answer, model);
  return answer;
}

}  // namespace etalon::python
