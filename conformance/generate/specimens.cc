#include "conformance/generate/specimens.h"

#include <algorithm>
#include <cstdlib>

#include "conformance/cases/cases.h"
#include "conformance/cases/corpus.h"
#include "conformance/cases/operator_index.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/paths.h"
#include "conformance/generate/recast.h"
#include "engine/loader/checker.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace {

constexpr size_t most_read = 120;  // cases read for one version
constexpr size_t most_exact = 48;  // cases used for that version
constexpr size_t most_near = 48;   // cases used for another version
constexpr int specimen_ir_version = 10;

size_t size_of(const Value& value) {
  if (value.is_tensor()) return value.tensor().size();
  size_t size = 0;
  if (value.is_sequence()) {
    for (const Value& item : value.sequence().items) size += size_of(item);
  }
  if (value.is_optional() && value.optional().held) size += size_of(*value.optional().held);
  if (value.is_map()) size += value.map().values.size();
  return size;
}

size_t size_of(const Specimen& specimen) {
  size_t size = 0;
  for (const Value& input : specimen.inputs) size += size_of(input);
  return size;
}

// ------------------------------------------------------------------------------- subgraphs ---

onnx::AttributeProto& add_attribute(const std::string& name,
                                    onnx::AttributeProto::AttributeType type,
                                    onnx::NodeProto& node) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(type);
  return attribute;
}

// Adds a graph attribute without nodes, whose outputs are inputs: the Identity of an opset does not
// allow every type that the control flow operators of that opset allow.
void add_body(const std::string& name, const std::vector<std::string>& inputs,
              const std::vector<std::string>& outputs, onnx::NodeProto& node) {
  onnx::GraphProto& graph = *add_attribute(name, onnx::AttributeProto::GRAPH, node).mutable_g();
  graph.set_name(name);
  for (const std::string& input : inputs) graph.add_input()->set_name(input);
  for (const std::string& output : outputs) graph.add_output()->set_name(output);
}

Tensor numbers(const Shape& shape) {
  Reals values = empty_array<double>(shape);
  for (size_t i = 0; i < values.size(); ++i) values.flat(i) = static_cast<double>(i % 5);
  return Tensor::of(DType::float32, values);
}

// If: both branches return the captured x.
Specimen if_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(scalar(true))};
  specimen.captured = {{"x", Value(numbers({2}))}};
  specimen.captured_variable = "V";
  add_body("then_branch", {}, {"x"}, specimen.node);
  add_body("else_branch", {}, {"x"}, specimen.node);
  specimen.node.add_output("y");
  return specimen;
}

// Loop: two iterations that pass a value on unchanged.
Specimen loop_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(scalar(DType::int64, int64_t{2})), Value(scalar(true)),
                     Value(numbers({2}))};
  add_body("body", {"i", "go", "v"}, {"go", "v"}, specimen.node);
  specimen.node.add_output("y");
  return specimen;
}

// Scan: passes one value on unchanged and copies another. Version 8 has a batch axis and, first,
// an optional input of lengths.
Specimen scan_specimen(int since_version) {
  Specimen specimen;
  constexpr int batched = 8;
  if (since_version == batched) specimen.inputs.emplace_back(vector_of({3}));
  specimen.inputs.emplace_back(numbers({1, 2}));
  specimen.inputs.emplace_back(numbers({1, 3, 2}));
  if (since_version != batched) specimen.inputs.back() = Value(numbers({3, 2}));
  add_body("body", {"s", "x"}, {"s", "x"}, specimen.node);
  add_attribute("num_scan_inputs", onnx::AttributeProto::INT, specimen.node).set_i(1);
  specimen.node.add_output("last");
  specimen.node.add_output("stacked");
  return specimen;
}

// SequenceMap: copies each item; a second input is the same for all items.
Specimen map_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(Sequence{Type::tensor(DType::float32), {Value(numbers({2}))}}),
                     Value(numbers({2}))};
  add_body("body", {"x", "z"}, {"x"}, specimen.node);
  specimen.node.add_output("out");
  return specimen;
}

// Gradient: of x · x by x; a second input is not differentiated and may be of any type.
Specimen gradient_specimen() {
  Specimen specimen;
  specimen.inputs = {Value(numbers({2})), Value(numbers({2}))};
  onnx::NodeProto& square = specimen.before.emplace_back();
  square.set_op_type("Mul");
  square.add_input("input_0");
  square.add_input("input_0");
  square.add_output("square");
  add_attribute("xs", onnx::AttributeProto::STRINGS, specimen.node).add_strings("input_0");
  add_attribute("zs", onnx::AttributeProto::STRINGS, specimen.node).add_strings("input_1");
  add_attribute("y", onnx::AttributeProto::STRING, specimen.node).set_s("square");
  specimen.node.add_output("derivative");
  return specimen;
}

std::vector<Specimen> made_specimens(const Schema& schema) {
  std::vector<Specimen> made;
  if (schema.domain == "ai.onnx.preview.training" && schema.name == "Gradient") {
    made.push_back(gradient_specimen());
  }
  if (schema.domain.empty() && schema.name == "If") made.push_back(if_specimen());
  if (schema.domain.empty() && schema.name == "Loop") made.push_back(loop_specimen());
  if (schema.domain.empty() && schema.name == "Scan") {
    made.push_back(scan_specimen(schema.since_version));
  }
  if (schema.domain.empty() && schema.name == "SequenceMap") made.push_back(map_specimen());
  for (Specimen& specimen : made) {
    specimen.source = "made for this";
    specimen.node.set_op_type(schema.name);
    specimen.node.set_domain(schema.domain);
  }
  return made;
}

void add_input(const std::string& name, const Value& value, onnx::GraphProto& graph) {
  onnx::ValueInfoProto& input = *graph.add_input();
  input.set_name(name);
  write_type(value.type(), *input.mutable_type());
}

// ---------------------------------------------------------------------------- other versions ---

size_t input_named(const Schema& schema, const std::string& name) {
  for (size_t i = 0; i < schema.inputs.size(); ++i) {
    if (schema.inputs[i].name == name) return i;
  }
  return schema.inputs.size();
}

// Adds, for an older version, the attribute that corresponds to an input of a newer one. Adds
// nothing when the types do not match.
void add_as_attribute(const FormalAttribute& formal, const Value& value, onnx::NodeProto& node) {
  if (!value.is_tensor()) return;
  const Tensor& tensor = value.tensor();
  onnx::AttributeProto attribute;
  attribute.set_name(formal.name);
  attribute.set_type(static_cast<onnx::AttributeProto::AttributeType>(formal.type));
  const std::vector<int64_t> whole = recast(tensor, DType::int64).ints();
  const Reals real = recast(tensor, DType::float64).as<double>();
  if (formal.type == AttributeType::ints) {
    for (const int64_t number : whole) attribute.add_ints(number);
  } else if (formal.type == AttributeType::reals) {
    for (const double number : real) attribute.add_floats(static_cast<float>(number));
  } else if (formal.type == AttributeType::integer && whole.size() == 1) {
    attribute.set_i(whole[0]);
  } else if (formal.type == AttributeType::real && real.size() == 1) {
    attribute.set_f(static_cast<float>(real.flat(0)));
  } else {
    return;
  }
  *node.add_attribute() = attribute;
}

std::optional<Value> as_input(const onnx::AttributeProto& attribute) {
  switch (attribute.type()) {
    case onnx::AttributeProto::INT:
      return Value(vector_of({attribute.i()}));
    case onnx::AttributeProto::INTS:
      return Value(vector_of({attribute.ints().begin(), attribute.ints().end()}));
    case onnx::AttributeProto::FLOAT:
      return Value(scalar(DType::float32, double{attribute.f()}));
    default:
      return std::nullopt;
  }
}

void move_attributes(const Specimen& from, const Schema& schema, Specimen& to) {
  for (const onnx::AttributeProto& attribute : from.node.attribute()) {
    const FormalAttribute* formal = schema.attribute(attribute.name());
    if (formal != nullptr) {
      const bool fits = static_cast<int>(formal->type) == static_cast<int>(attribute.type());
      if (fits) *to.node.add_attribute() = attribute;
      continue;
    }
    const size_t position = input_named(schema, attribute.name());
    const std::optional<Value> value = as_input(attribute);
    if (position >= schema.inputs.size() || !value) continue;
    to.inputs.resize(std::max(to.inputs.size(), position + 1));
    to.inputs[position] = *value;
  }
}

void move_inputs(const Specimen& from, const Schema& old, const Schema& schema, Specimen& to) {
  for (size_t i = 0; i < from.inputs.size(); ++i) {
    const FormalParameter* formal = parameter_at(old.inputs, i);
    if (formal == nullptr || from.inputs[i].absent()) continue;
    const FormalAttribute* attribute = schema.attribute(formal->name);
    if (attribute != nullptr) {
      add_as_attribute(*attribute, from.inputs[i], to.node);
    } else if (parameter_at(schema.inputs, i) != nullptr) {
      to.inputs.resize(std::max(to.inputs.size(), i + 1));
      to.inputs[i] = from.inputs[i];
    }
  }
}

// A specimen of another version, adapted to this one.
Specimen adapted(const Specimen& from, const Schema& old, const Schema& schema) {
  Specimen to;
  to.source = from.source + " recast from " + old.label();
  to.node.set_op_type(schema.name);
  to.node.set_domain(schema.domain);
  const int outputs = std::min(from.node.output_size(), schema.max_outputs);
  for (int i = 0; i < outputs; ++i) to.node.add_output(from.node.output(i));
  move_inputs(from, old, schema, to);
  move_attributes(from, schema, to);
  return to;
}

}  // namespace

Specimens::Specimens() {
  add_cases();
  for (auto& [label, specimens] : by_label_) {
    std::stable_sort(specimens.begin(), specimens.end(),
                     [](const Specimen& a, const Specimen& b) { return size_of(a) < size_of(b); });
  }
}

void Specimens::add_cases() {
  std::vector<Case> cases = all_official_cases(read_manifest());
  std::reverse(cases.begin(), cases.end());
  const std::vector<Case> own = own_cases();
  cases.insert(cases.begin(), own.begin(), own.end());
  const std::vector<CaseFacts> facts = facts_of(cases);
  for (size_t i = 0; i < cases.size(); ++i) {
    const std::vector<std::string>& labels = facts[i].operators;
    const bool room = labels.size() == 1 && by_label_[labels[0]].size() < most_read;
    if (room) add_case(cases[i], labels[0]);
  }
}

void Specimens::add_case(const Case& test, const std::string& label) {
  try {
    if (terms(test).error) return;
    const onnx::ModelProto proto = model_message(test);
    if (proto.graph().node_size() != 1 || proto.functions_size() != 0) return;
    const BoundModel model = unchecked_model(proto, test.folder);
    check_model(model);
    const DataSet set = data_sets(test, model).at(0);
    Specimen specimen;
    specimen.source = test.suite + "/" + test.name;
    specimen.node = proto.graph().node(0);
    for (const std::string& name : model.graph.nodes.at(0).inputs) {
      const auto bound = set.inputs.find(name);
      const auto initial = model.graph.initializers.find(name);
      specimen.inputs.push_back(bound != set.inputs.end()                   ? bound->second
                                : initial != model.graph.initializers.end() ? initial->second
                                                                            : Value());
    }
    by_label_[label].push_back(std::move(specimen));
  } catch (const Error&) {
    // A case that cannot be read is not used; `etalon test` reports the problem.
  }
}

std::vector<Specimen> Specimens::of(const Schema& schema) const {
  std::vector<Specimen> found = made_specimens(schema);
  const auto exact = by_label_.find(schema.label());
  if (exact != by_label_.end()) {
    const size_t count = std::min(exact->second.size(), most_exact);
    std::copy_n(exact->second.begin(), count, std::back_inserter(found));
  }
  std::vector<const Schema*> others;
  for (const Schema& other : all_schemas()) {
    const bool same = other.domain == schema.domain && other.name == schema.name;
    if (same && other.since_version != schema.since_version) others.push_back(&other);
  }
  const auto distance = [&](const Schema* other) {
    return std::abs(other->since_version - schema.since_version);
  };
  std::stable_sort(others.begin(), others.end(),
                   [&](const Schema* a, const Schema* b) { return distance(a) < distance(b); });
  for (const Schema* other : others) {
    const auto near = by_label_.find(other->label());
    if (near == by_label_.end()) continue;
    for (size_t i = 0; i < std::min(near->second.size(), most_near); ++i) {
      found.push_back(adapted(near->second[i], *other, schema));
    }
  }
  return found;
}

std::string specimen_model(const Schema& schema, const Specimen& specimen) {
  onnx::ModelProto model;
  model.set_ir_version(specimen_ir_version);
  onnx::OperatorSetIdProto& opset = *model.add_opset_import();
  opset.set_domain(schema.domain);
  opset.set_version(schema.since_version);
  if (!schema.domain.empty()) model.add_opset_import()->set_version(newest_opset(""));
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("specimen");
  for (const onnx::NodeProto& earlier : specimen.before) *graph.add_node() = earlier;
  onnx::NodeProto& node = *graph.add_node();
  node = specimen.node;
  node.clear_input();
  for (size_t i = 0; i < specimen.inputs.size(); ++i) {
    const std::string name = specimen.inputs[i].absent() ? "" : fmt::format("input_{}", i);
    node.add_input(name);
    if (!name.empty()) add_input(name, specimen.inputs[i], graph);
  }
  for (const auto& [name, value] : specimen.captured) add_input(name, value, graph);
  for (const std::string& output : node.output()) {
    if (!output.empty()) graph.add_output()->set_name(output);
  }
  return model.SerializeAsString();
}

}  // namespace etalon
