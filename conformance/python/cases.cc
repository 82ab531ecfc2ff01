// The official and the own cases.
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/cases/corpus.h"
#include "conformance/cases/operator_index.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/generate/model_case.h"
#include "conformance/judge/judge.h"
#include "conformance/python/evaluation.h"
#include "conformance/python/module.h"
#include "conformance/python/runtime.h"
#include "conformance/python/values.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "onnx.pb.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;
using nlohmann::json;

namespace {

std::vector<Case> cases_of_release(const std::string& release) {
  if (release == own_release) return discover(own_cases_folder());
  const Manifest manifest = read_manifest();
  if (release == "all") {
    std::vector<Case> cases = all_official_cases(manifest);
    for (Case& own : discover(own_cases_folder())) cases.push_back(std::move(own));
    return cases;
  }
  const std::string name = release.empty() ? manifest.default_release : release;
  const Corpus* corpus = find_corpus(manifest, name);
  if (corpus == nullptr) {
    throw InvalidInput("no release {} (see: etalon corpus list)", printable(name));
  }
  if (!is_here(*corpus)) {
    throw InvalidInput("ONNX {0} is not fetched; run: etalon corpus fetch {0}", name);
  }
  return corpus_cases(*corpus);
}

std::vector<Case> found(const std::string& release, const std::vector<std::string>& paths) {
  return unlocked([&] {
    if (paths.empty()) return cases_of_release(release);
    std::vector<Case> cases;
    for (const std::string& path : paths) {
      for (Case& test : discover(path, release)) cases.push_back(std::move(test));
    }
    return cases;
  });
}

// True where an operator of the case is none that ONNX has released for good.
bool is_experimental(const CaseFacts& facts) {
  static const std::set<std::string> labels = [] {
    std::set<std::string> found;
    for (const Schema& schema : all_schemas()) {
      if (schema.experimental) found.insert(schema.label());
    }
    return found;
  }();
  return std::any_of(facts.operators.begin(), facts.operators.end(),
                     [&](const std::string& label) { return labels.contains(label); });
}

// Of ai.onnx; 0 if the model does not import it.
int64_t opset_of(const CaseFacts& facts) {
  const auto own = facts.opsets.find("");
  return own == facts.opsets.end() ? 0 : own->second;
}

std::vector<CaseFacts> uses_of_all(const std::vector<const Case*>& cases) {
  return unlocked([&] {
    std::vector<Case> all;
    for (const Case* test : cases) all.push_back(*test);
    return facts_of(all);
  });
}

void require_model(const Case& test) {
  if (!test.problem.empty()) throw InvalidInput("{}", test.problem);
  if (test.function)
    throw Unsupported("{} is a case of a function of MDF, not of a model", test.id());
}

nb::bytes model_bytes(const Case& test) {
  require_model(test);
  const std::string bytes = unlocked([&] {
    const auto file = model_path(test);
    return file ? self_contained_model(*file) : model_message(test).SerializeAsString();
  });
  return nb::bytes(bytes.data(), bytes.size());
}

// One pair for each data set: inputs and expected outputs by name.
nb::list read_data_sets(const Case& test) {
  const KeptAccount account;
  require_model(test);
  const auto model = unlocked(
      [&] { return kept(new LoadedModel(unchecked_model(model_message(test), test.folder))); });
  nb::list list;
  for (const DataSet& set : unlocked([&] { return data_sets(test, model->model); })) {
    list.append(nb::make_tuple(to_dict(model->model, set.inputs),
                               to_dict(model->model.graph.outputs, set.expected)));
  }
  return list;
}

// The result as JSON, as a report's "cases" have it. Without a runtime, Etalon is judged.
nb::str judged(const Case& test, nb::handle runtime, const Tolerance& overrides,
               const std::vector<bool>& given, const std::vector<std::string>& arithmetic) {
  const KeptAccount account;
  JudgeOptions options;
  options.arithmetic = arithmetic_named(arithmetic);
  if (given.at(0)) options.rtol = overrides.rtol;
  if (given.at(1)) options.atol = overrides.atol;
  options.max_ulp = overrides.max_ulp;
  options.rule = {overrides.rule, overrides.decides};
  std::optional<PythonRuntime> python;
  if (!runtime.is_none()) options.backend = &python.emplace(nb::borrow<nb::callable>(runtime));
  const CaseResult result = unlocked([&] { return judge(test, options); });
  return to_str(json_text(to_json(result)));
}

nb::tuple tolerances_of(const Case& test) {
  require_model(test);
  const CaseTerms known = terms(test);
  return nb::make_tuple(known.tolerance.rtol, known.tolerance.atol,
                        known.error ? nb::object(to_str(*known.error)) : nb::none());
}

}  // namespace

void bind_cases(nb::module_& module) {
  nb::class_<CaseFacts>(module, "Uses")
      .def_ro("operators", &CaseFacts::operators)
      .def_prop_ro("opset", opset_of)
      .def_ro("types", &CaseFacts::types)
      .def_prop_ro("experimental", is_experimental);
  nb::class_<Case>(module, "Case")
      .def_prop_ro("release", [](const Case& self) { return to_str(self.release); })
      .def_prop_ro("suite", [](const Case& self) { return to_str(self.suite); })
      .def_prop_ro("name", [](const Case& self) { return to_str(self.name); })
      .def_prop_ro("folder", [](const Case& self) { return self.folder; })
      .def_prop_ro("model", model_bytes)
      .def_prop_ro("for_runtimes", is_for_backends)
      .def("data_sets", read_data_sets)
      .def("terms", tolerances_of)
      .def("judge", judged, "runtime"_a.none(), "tolerance"_a, "given"_a, "arithmetic"_a);
  module.def("cases", found, "release"_a, "paths"_a);
  module.def("uses", uses_of_all, "cases"_a);
}

}  // namespace etalon::python
