#include "conformance/python/evaluation.h"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "conformance/cases/cases.h"
#include "conformance/cases/operator_index.h"
#include "conformance/cases/own_cases.h"
#include "conformance/commands/model_options.h"
#include "conformance/generate/one_node.h"
#include "conformance/judge/proof.h"
#include "conformance/python/module.h"
#include "conformance/python/values.h"
#include "engine/interpreter/open_list.h"
#include "engine/interpreter/whole_outputs.h"
#include "engine/loader/loader.h"
#include "engine/operators/choice_scope.h"
#include "onnx.pb.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;

void check_signals() {
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw PythonError();
}

namespace {

void warn(const std::string& sentence) {
  const nb::gil_scoped_acquire lock;
  const nb::str text = to_str(sentence);
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw PythonError();
}

std::chrono::steady_clock::time_point after(double seconds) {
  constexpr double most_seconds = 1e9;
  if (!(seconds > 0 && seconds <= most_seconds)) {
    throw InvalidInput("timeout is {}, not a number of seconds from 0 to 1e9", seconds);
  }
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(seconds));
}

uint64_t within(const char* name, uint64_t number) {
  constexpr uint64_t most = uint64_t{1} << 62;
  if (number > most) throw InvalidInput("{} is {}, greater than 2^62", name, number);
  return number;
}

}  // namespace

Options Settings::options() const {
  Options options;
  if (max_memory) options.limits.max_memory = within("max_memory", *max_memory);
  if (max_steps) options.limits.max_steps = within("max_steps", *max_steps);
  if (max_work) options.limits.max_work = within("max_work", *max_work);
  if (timeout) options.limits.deadline = after(*timeout);
  if (seed) options.seed = *seed;
  options.lenient = lenient;
  options.plain = plain;
  options.on_warning = warn;
  options.as_released = differences_as_of(as_of);
  options.arithmetic = arithmetic_named(arithmetic);
  return options;
}

Leniency Settings::leniency() const { return {lenient, warn, dialect_named(dialect)}; }

std::shared_ptr<LoadedModel> LoadedModel::of_file(const std::filesystem::path& file,
                                                  const Leniency& leniency) {
  return unlocked([&] {
    return kept(new LoadedModel(load_model(file, {}, SymbolicLinks::refused, leniency)));
  });
}

std::shared_ptr<LoadedModel> LoadedModel::of_bytes(std::string_view bytes,
                                                   const std::filesystem::path& folder,
                                                   const Leniency& leniency) {
  return unlocked([&] { return kept(new LoadedModel(parse_model(bytes, folder, leniency))); });
}

namespace {

// A list of onnx_etalon.OpenPoint.
nb::list open_points(const std::vector<ValueInfo>& infos, const Values& outputs) {
  const nb::object make = nb::module_::import_("onnx_etalon._values").attr("OpenPoint");
  nb::list list;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].is_tensor()) continue;
    const Tensor& X = outputs[i].tensor();
    for (const OpenElements& open : open_elements_of(X)) {
      Bools mask = empty_array<bool>(X.shape());
      std::copy(open.mask.begin(), open.mask.end(), mask.begin());
      list.append(make(to_str(infos[i].name), to_str(open.point), to_str(open.node), open.depends,
                       open.shape, to_python(Tensor::of(DType::boolean, mask))));
    }
  }
  return list;
}

nb::dict run(const LoadedModel& loaded, nb::handle inputs, bool all_values,
             const Settings& settings) {
  const KeptAccount account;
  const Bindings bindings = to_bindings(inputs, loaded.model);
  Options options = settings.options();
  std::vector<std::pair<std::string, Value>> seen;
  if (all_values) {
    options.on_value = [&](const std::string& name, const Value& value) {
      seen.emplace_back(name, value);
    };
  }
  Proof proof;
  const Values outputs = unlocked([&] {
    std::optional<ProofScope> proving;
    if (settings.proved) proving.emplace(proof);
    std::optional<ChoiceScope> scope;
    if (settings.open_points) scope.emplace(Recording::on);
    Values results = determined_outputs(loaded.model, bindings, options);
    if (proving) proving->add(results);
    return results;
  });
  if (!proof.whole()) throw Unsupported("not all digits are proved: {}", to_string(proof));
  nb::dict result;
  if (settings.open_points) {
    const nb::object marked = nb::module_::import_("onnx_etalon._values").attr("Outputs")();
    marked.attr("open_points") = open_points(loaded.model.graph.outputs, outputs);
    result = nb::borrow<nb::dict>(marked);
  }
  for (const auto& [name, value] : seen) result[to_str(name)] = to_python(value);
  const nb::dict named = to_dict(loaded.model.graph.outputs, outputs);
  result.attr("update")(named);
  return result;
}

nb::list infos(const std::vector<ValueInfo>& values) {
  const nb::object make = nb::module_::import_("onnx_etalon._values").attr("ValueInfo");
  nb::list list;
  for (const ValueInfo& value : values) {
    nb::object shape = nb::none();
    if (value.type.shape) {
      nb::list dims;
      for (const Dim& dim : *value.type.shape) {
        if (const auto* number = std::get_if<int64_t>(&dim)) {
          dims.append(*number);
        } else if (const auto* symbol = std::get_if<std::string>(&dim)) {
          dims.append(to_str(*symbol));
        } else {
          dims.append(nb::none());
        }
      }
      shape = nb::tuple(dims);
    }
    list.append(make(to_str(value.name), to_string(value.type), shape));
  }
  return list;
}

nb::dict opsets(const LoadedModel& loaded) {
  nb::dict dict;
  for (const auto& [domain, version] : loaded.model.opsets) dict[to_str(domain)] = version;
  return dict;
}

nb::list operators(const LoadedModel& loaded) {
  nb::list list;
  for (const OperatorUse& use : operators_used(loaded.model)) list.append(to_str(use.label));
  return list;
}

// The outputs of one serialized NodeProto, whose inputs are given by position: None where the node
// leaves one out.
nb::list run_node(nb::bytes node, int64_t opset, nb::list inputs, const Settings& settings) {
  const KeptAccount account;
  NodeCall call;
  if (!call.node.ParseFromArray(node.c_str(), static_cast<int>(node.size()))) {
    throw InvalidModel("the node is not a NodeProto");
  }
  call.opset = opset;
  for (size_t i = 0; i < nb::len(inputs); ++i) {
    const nb::object given = inputs[i];
    const int position = static_cast<int>(i);
    const std::string name = position < call.node.input_size() ? call.node.input(position) : "";
    call.inputs.push_back(given.is_none() ? Value() : to_value(given, guessed_type(given), name));
  }
  const auto names = call.node.output();
  call.node.clear_input();
  call.node.clear_output();
  name_values(call, static_cast<size_t>(names.size()));
  const Options options = settings.options();
  const CaseFiles files = unlocked([&] { return node_case(call, false, options); });
  nb::list outputs;
  for (int i = 0; i < names.size(); ++i) {
    if (!names[i].empty()) outputs.append(to_python(files.sets.at(0).outputs.at(i).second));
  }
  return outputs;
}

// A serialized TypeProto, without shapes.
nb::bytes type_proto(nb::handle value) {
  const KeptAccount account;
  onnx::TypeProto proto;
  write_type(guessed_type(value), proto);
  const std::string bytes = proto.SerializeAsString();
  return nb::bytes(bytes.data(), bytes.size());
}

void bind_settings(nb::module_& module) {
  nb::class_<Settings>(module, "Settings")
      .def(nb::init<>())
      .def_rw("max_memory", &Settings::max_memory, nb::arg().none())
      .def_rw("max_steps", &Settings::max_steps, nb::arg().none())
      .def_rw("max_work", &Settings::max_work, nb::arg().none())
      .def_rw("timeout", &Settings::timeout, nb::arg().none())
      .def_rw("seed", &Settings::seed, nb::arg().none())
      .def_rw("lenient", &Settings::lenient)
      .def_rw("dialect", &Settings::dialect)
      .def_rw("plain", &Settings::plain)
      .def_rw("proved", &Settings::proved)
      .def_rw("open_points", &Settings::open_points)
      .def_rw("arithmetic", &Settings::arithmetic)
      .def_rw("as_of", &Settings::as_of);
}

}  // namespace

void bind_evaluation(nb::module_& module) {
  bind_settings(module);
  nb::class_<LoadedModel>(module, "LoadedModel")
      .def_static(
          "of_file",
          [](const std::filesystem::path& file, const Settings& settings) {
            return LoadedModel::of_file(file, settings.leniency());
          },
          "file"_a, "settings"_a)
      .def_static(
          "of_bytes",
          [](nb::bytes bytes, const std::filesystem::path& folder, const Settings& settings) {
            return LoadedModel::of_bytes({bytes.c_str(), bytes.size()}, folder,
                                         settings.leniency());
          },
          "bytes"_a, "folder"_a, "settings"_a)
      .def("run", run, "inputs"_a, "all_values"_a, "settings"_a)
      .def_prop_ro("inputs", [](const LoadedModel& self) { return infos(self.model.graph.inputs); })
      .def_prop_ro("required_inputs",
                   [](const LoadedModel& self) { return infos(bare_inputs(self.model)); })
      .def_prop_ro("outputs",
                   [](const LoadedModel& self) { return infos(self.model.graph.outputs); })
      .def_prop_ro("opsets", opsets)
      .def_prop_ro("operators", operators);
  module.def("type_proto", type_proto, "value"_a);
  module.def("run_node", run_node, "node"_a, "opset"_a, "inputs"_a, "settings"_a);
}

}  // namespace etalon::python
