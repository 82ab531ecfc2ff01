// check and bisect.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "conformance/bisect/bisect_text.h"
#include "conformance/check/check_text.h"
#include "conformance/check/tolerances.h"
#include "conformance/check/trace_check.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "conformance/generate/case_files.h"
#include "conformance/python/evaluation.h"
#include "conformance/python/module.h"
#include "conformance/python/runtime.h"
#include "conformance/python/values.h"
#include "conformance/run/backend.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;
using nlohmann::json;

namespace {

// Throws UsageError for a name that is none.
JudgingRule named_rule(const std::string& name) {
  if (const std::optional<JudgingRule> rule = rule_named(name)) return *rule;
  throw UsageError("rule must be 'official' or 'verdict', not '" + name + "'");
}

// The reports of the outputs as a JSON array, what is said of inner values as a JSON object or
// null, and all of it as text.
nb::tuple check(const LoadedModel& loaded, nb::handle inputs, nb::handle outputs,
                const ToleranceWords& words, const Settings& settings) {
  const KeptAccount account;
  const Bindings bindings = to_bindings(inputs, loaded.model);
  const GivenValues got = to_given(outputs, loaded.model);
  CheckRequest request;
  request.tolerances = tolerances(loaded.model, words);
  request.evaluation = settings.options();
  const Tolerance inner = words.rule.of(Tolerance(), loaded.model.graph.nodes.size());
  const CheckedValues values =
      unlocked([&] { return check_values(loaded.model, bindings, got, inner, request); });
  json list = json::array();
  json trace;
  std::string text;
  if (values.trace) {
    trace = to_json(*values.trace);
    trace["nodes"] = to_json(*values.trace->nodes);
    if (const std::string first = headline(*values.trace); !first.empty()) text += first + "\n";
  }
  for (const OutputReport& report : values.checked.outputs) {
    list.push_back(report_json(report));
    text += report_text(report);
  }
  if (values.trace) text += to_string(*values.trace) + to_string(*values.trace->nodes);
  return nb::make_tuple(to_str(json_text(list)), to_str(json_text(trace)), to_str(text));
}

// A model's file: the one that is given, or a temporary one with the bytes that are given.
class ModelFile {
 public:
  explicit ModelFile(nb::handle source) {
    if (nb::isinstance<nb::bytes>(source)) {
      const auto bytes = nb::borrow<nb::bytes>(source);
      folder_.emplace();
      path_ = folder_->path() / "model.onnx";
      write_file(path_, {bytes.c_str(), bytes.size()});
    } else {
      path_ = nb::cast<std::string>(source);
    }
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::optional<TemporaryFolder> folder_;
  std::filesystem::path path_;
};

// A function, or a command that speaks the protocol of conformance/BACKENDS.md.
std::unique_ptr<Runtime> runtime_of(nb::handle runtime, std::optional<double> timeout) {
  if (nb::isinstance<nb::str>(runtime)) {
    BackendOptions options;
    options.command = nb::cast<std::string>(runtime);
    if (timeout) options.timeout = *timeout;
    auto backend = std::make_unique<Backend>(options);
    unlocked([&] { return backend->introduce(); });
    return backend;
  }
  return std::make_unique<PythonRuntime>(nb::borrow<nb::callable>(runtime));
}

// The bisection as JSON, as text, and the node as a case or None. `source` is a path or bytes.
nb::tuple bisected(nb::handle source, nb::handle inputs, nb::handle runtime,
                   const Tolerance& tolerance, const std::string& rule, const Settings& settings) {
  const KeptAccount account;
  const ModelFile file(source);
  const auto loaded = LoadedModel::of_file(file.path(), settings.leniency());
  BisectRequest request;
  request.model = file.path();
  request.inputs = to_bindings(inputs, loaded->model);
  request.tolerance = tolerance;
  request.rule = named_rule(rule);
  request.evaluation = settings.options();
  request.evaluation.limits.deadline.reset();  // each evaluation has its own
  request.timeout = settings.timeout;
  const std::unique_ptr<Runtime> judged = runtime_of(runtime, settings.timeout);
  const Bisection found = unlocked([&] { return bisect(request, loaded->model, *judged); });
  nb::object reproducer = nb::none();
  if (found.fault) reproducer = nb::cast(kept(new CaseFiles(node_case(*found.fault, tolerance))));
  std::string text = headline_text(found);
  if (!text.empty()) text += "\n";
  return nb::make_tuple(to_str(json_text(bisection_json(found))),
                        to_str(text + bisection_text(found)), reproducer);
}

Tolerance one_tolerance(std::optional<double> rtol, std::optional<double> atol,
                        std::optional<uint64_t> max_ulp, const std::string& rule) {
  Tolerance tolerance;
  tolerance.rtol = rtol.value_or(tolerance.rtol);
  tolerance.atol = atol.value_or(tolerance.atol);
  tolerance.max_ulp = max_ulp;
  return named_rule(rule).of(tolerance, 1);
}

ToleranceWords tolerance_words(std::vector<std::string> rtol, std::vector<std::string> atol,
                               std::vector<std::string> max_ulp, const std::string& rule) {
  return {std::move(rtol), std::move(atol), std::move(max_ulp), named_rule(rule)};
}

}  // namespace

void bind_judging(nb::module_& module) {
  nb::class_<ToleranceWords>(module, "ToleranceWords")
      .def(nb::new_(&tolerance_words), "rtol"_a, "atol"_a, "max_ulp"_a, "rule"_a);
  nb::class_<Tolerance>(module, "Tolerance")
      .def(nb::new_(&one_tolerance), "rtol"_a.none(), "atol"_a.none(), "max_ulp"_a.none(),
           "rule"_a);
  module.def("check", check, "model"_a, "inputs"_a, "outputs"_a, "tolerances"_a, "settings"_a);
  module.def("bisect", bisected, "source"_a, "inputs"_a, "runtime"_a, "tolerance"_a, "rule"_a,
             "settings"_a);
}

}  // namespace etalon::python
