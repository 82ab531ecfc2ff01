// Cases with expected outputs.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "conformance/explain/schema_text.h"
#include "conformance/generate/case_files.h"
#include "conformance/generate/model_case.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/python/evaluation.h"
#include "conformance/python/module.h"
#include "conformance/python/values.h"
#include "engine/loader/loader.h"
#include "engine/loader/order.h"
#include "onnx.pb.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Files = std::shared_ptr<CaseFiles>;
using Named = std::pair<std::string, Files>;  // with the operator's label

Named drawn(const OperatorChoice& choice, Draw& draw, const Options& options) {
  OperatorCase made = draw_case(choice, draw, options);
  return {made.schema->label(), kept(new CaseFiles(std::move(made.files)))};
}

std::vector<Named> drawn_cases(const std::string& name, size_t count, uint32_t seed,
                               const Settings& settings) {
  const Options options = settings.options();
  return unlocked([&] {
    const OperatorChoice choice = operator_choice(name);
    Draw draw(seed);
    std::vector<Named> cases;
    for (size_t i = 0; i < count; ++i) cases.push_back(drawn(choice, draw, options));
    return cases;
  });
}

// The case that these choices make: see Draw.
Named guided_case(const std::string& name, std::vector<uint16_t> choices, uint32_t seed,
                  const Settings& settings) {
  const Options options = settings.options();
  return unlocked([&] {
    Draw draw(std::move(choices), seed);
    return drawn(operator_choice(name), draw, options);
  });
}

// The bytes of a model, with its nodes in topological order if `lenient`.
std::string ordered(const std::string& bytes, bool lenient) {
  onnx::ModelProto proto;
  if (!lenient || !proto.ParseFromString(bytes) || sort_nodes(proto).empty()) return bytes;
  return proto.SerializeAsString();
}

// One data set of a model, from a path or bytes: inputs that are not given are drawn if there is a
// seed.
Files model_files(nb::handle source, nb::handle inputs, std::optional<uint32_t> seed,
                  const Dimensions& dimensions, const Settings& settings) {
  const KeptAccount account;
  const bool bytes = nb::isinstance<nb::bytes>(source);
  const auto text = bytes ? std::string(nb::borrow<nb::bytes>(source).c_str(), nb::len(source))
                          : nb::cast<std::string>(source);
  const Leniency leniency = settings.leniency();
  const auto loaded =
      bytes ? LoadedModel::of_bytes(text, {}, leniency) : LoadedModel::of_file(text, leniency);
  const Model& model = loaded->model;
  const Bindings given = to_bindings(inputs, model);
  ModelCaseOptions wish;
  wish.dimensions = dimensions;
  wish.evaluation = settings.options();
  return unlocked([&] {
    std::optional<Draw> draw;
    if (seed) draw.emplace(*seed);
    auto files = kept(new CaseFiles);
    files->model = bytes ? ordered(text, leniency.sorts)
                         : self_contained_model(text, SymbolicLinks::refused, leniency.sorts);
    const EvaluatedInputs made =
        evaluated_inputs(loaded->model, given, wish, draw ? &*draw : nullptr);
    files->sets.push_back(set_of(loaded->model, made));
    return files;
  });
}

nb::dict named_values(const CaseValues& values) {
  nb::dict dict;
  for (const auto& [name, value] : values) dict[to_str(name)] = to_python(value);
  return dict;
}

nb::list data_sets_of(const CaseFiles& files) {
  const KeptAccount account;
  nb::list list;
  for (const CaseFiles::Set& set : files.sets) {
    list.append(nb::make_tuple(named_values(set.inputs), named_values(set.outputs)));
  }
  return list;
}

// "Conv-22 {pads: [0, 0, 1, 0]}" for a model of one node, with the attributes that it gives; else
// "".
std::string call_text(const CaseFiles& files) {
  onnx::ModelProto proto;
  if (!proto.ParseFromString(files.model) || proto.graph().node_size() != 1) return "";
  const KeptAccount account;
  const BoundModel model = unchecked_model(proto);
  const Node& node = model.graph.nodes.at(0);
  std::vector<std::string> given;
  for (const onnx::AttributeProto& attribute : proto.graph().node(0).attribute()) {
    const auto found = node.attributes.find(attribute.name());
    if (found == node.attributes.end()) continue;
    given.push_back(fmt::format("{}: {}", attribute.name(), attribute_text(found->second)));
  }
  const std::string label = node.schema ? node.schema->label() : node.op_type;
  return given.empty() ? label : fmt::format("{} {{{}}}", label, fmt::join(given, ", "));
}

void save(const CaseFiles& files, const std::string& folder, bool replace) {
  unlocked([&] {
    OutputFolder out(folder, replace);
    write_case(out.path(), files);
    out.finish();
  });
}

}  // namespace

void bind_generation(nb::module_& module) {
  nb::class_<CaseFiles>(module, "CaseFiles")
      .def_prop_ro(
          "model",
          [](const CaseFiles& self) { return nb::bytes(self.model.data(), self.model.size()); })
      .def_prop_ro("call", [](const CaseFiles& self) { return to_str(call_text(self)); })
      .def("data_sets", data_sets_of)
      .def("save", save, "folder"_a, "replace"_a);
  module.def("drawn_cases", drawn_cases, "operator"_a, "count"_a, "seed"_a, "settings"_a);
  module.def("guided_case", guided_case, "operator"_a, "choices"_a, "seed"_a, "settings"_a);
  module.def("model_files", model_files, "source"_a, "inputs"_a, "seed"_a.none(), "dimensions"_a,
             "settings"_a);
}

}  // namespace etalon::python
