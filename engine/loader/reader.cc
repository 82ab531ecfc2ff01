#include "engine/loader/reader.h"

#include <algorithm>
#include <tuple>

#include "engine/loader/liveness.h"
#include "engine/loader/place.h"
#include "engine/operators/schema.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

std::string read_name(const std::string& bytes, std::string_view what) {
  if (!valid_utf8(bytes)) throw InvalidModel("the {} {} is not UTF-8", what, in_quotes(bytes));
  return bytes;
}

std::string read_domain(const std::string& bytes) {
  return std::string(canonical_domain(read_name(bytes, "domain")));
}

// What is charged for a name, an attribute, a node or a dimension: its own bytes, its part of the
// container around it, and its entries in the tables that binding and checking make.
constexpr size_t name_bytes = sizeof(std::string) + 192;
constexpr size_t attribute_bytes = sizeof(Attributes::value_type) + 64;
constexpr size_t node_bytes = sizeof(Node) + 256;
constexpr size_t type_bytes = sizeof(Type) + 48;

size_t charge_of(const Type& type) {
  return type_bytes + (type.shape ? type.shape->size() * sizeof(Dim) : 0) +
         (type.element ? charge_of(*type.element) : 0);
}

template <class Protos>
std::vector<std::string> read_names(const Protos& names, std::string_view what,
                                    MemoryCharge& memory) {
  std::vector<std::string> result;
  result.reserve(static_cast<size_t>(names.size()));
  for (const std::string& name : names) {
    memory.add(name_bytes + name.size());
    result.push_back(read_name(name, what));
  }
  return result;
}

// Reads the graphs, nodes and functions of one model.
class ModelReader {
 public:
  // What is read is charged to `memory`.
  ModelReader(const DataFolder& folder, MemoryCharge& memory) : folder_(folder), memory_(memory) {}

  Graph graph(const onnx::GraphProto& proto, const MappedInitializers& mapped = {}) const;
  Function function(const onnx::FunctionProto& proto) const;
  TrainingInfo training(const onnx::TrainingInfoProto& proto) const;

 private:
  std::shared_ptr<const Graph> subgraph(const onnx::GraphProto& proto) const {
    return std::make_shared<const Graph>(graph(proto));
  }
  void initializers(const onnx::GraphProto& proto, const MappedInitializers& mapped,
                    Graph& graph) const;
  template <class Nodes>
  std::vector<Node> nodes(const Nodes& protos) const;
  Node node(const onnx::NodeProto& proto) const;
  Attribute attribute(const onnx::AttributeProto& proto) const;
  template <class Protos>
  Attributes attributes(const Protos& protos) const;
  decltype(Attribute::value) attribute_value(const onnx::AttributeProto& proto,
                                             AttributeType type) const;

  const DataFolder& folder_;
  MemoryCharge& memory_;
};

ValueInfo read_value_info(const onnx::ValueInfoProto& proto, MemoryCharge& memory) {
  ValueInfo info{read_name(proto.name(), "value name"), {}};
  located([&] { return "value " + in_quotes(info.name); },
          [&] {
            if (proto.has_type()) info.type = read_type(proto.type());
          });
  memory.add(name_bytes + info.name.size() + charge_of(info.type));
  return info;
}

template <class Protos>
std::vector<ValueInfo> read_value_infos(const Protos& protos, MemoryCharge& memory) {
  std::vector<ValueInfo> result;
  result.reserve(static_cast<size_t>(protos.size()));
  for (const auto& proto : protos) {
    check_deadline();
    result.push_back(read_value_info(proto, memory));
  }
  return result;
}

template <class Protos>
Opsets read_opsets(const Protos& protos, MemoryCharge& memory) {
  Opsets opsets;
  for (const auto& proto : protos) {
    memory.add(name_bytes + proto.domain().size());
    const std::string domain = read_domain(proto.domain());
    const auto [entry, first] = opsets.emplace(domain, proto.version());
    if (!first && entry->second != proto.version()) {
      throw InvalidModel("domain {} is imported twice, with opsets {} and {}",
                         in_quotes(domain.empty() ? "ai.onnx" : domain), entry->second,
                         proto.version());
    }
  }
  return opsets;
}

void ModelReader::initializers(const onnx::GraphProto& proto, const MappedInitializers& mapped,
                               Graph& graph) const {
  const auto add = [&](const std::string& bytes, auto&& value) {
    const std::string name = read_name(bytes, "initializer name");
    if (name.empty())
      throw InvalidModel("graph {} has an initializer without a name", in_quotes(graph.name));
    memory_.add(name_bytes + name.size() + sizeof(Value));
    if (graph.initializers.contains(name)) {
      throw InvalidModel("initializer {} is given twice", in_quotes(name));
    }
    graph.initializers.emplace(name, value());
  };
  for (int i = 0; i < proto.initializer_size(); ++i) {
    const onnx::TensorProto& tensor = proto.initializer(i);
    const auto in_file = mapped.find(i);
    const MappedData data = in_file == mapped.end() ? MappedData{} : in_file->second;
    add(tensor.name(), [&] { return Value(read_tensor(tensor, folder_, data)); });
  }
  for (const auto& sparse : proto.sparse_initializer()) {
    add(sparse.values().name(), [&] { return Value(read_sparse(sparse, folder_)); });
  }
}

Graph ModelReader::graph(const onnx::GraphProto& proto, const MappedInitializers& mapped) const {
  Graph graph;
  graph.name = read_name(proto.name(), "graph name");
  memory_.add(sizeof(Graph) + graph.name.size());
  graph.inputs = read_value_infos(proto.input(), memory_);
  graph.outputs = read_value_infos(proto.output(), memory_);
  graph.value_info = read_value_infos(proto.value_info(), memory_);
  initializers(proto, mapped, graph);
  graph.nodes = nodes(proto.node());
  return graph;
}

template <class Nodes>
std::vector<Node> ModelReader::nodes(const Nodes& protos) const {
  std::vector<Node> result;
  result.reserve(static_cast<size_t>(protos.size()));
  for (const auto& proto : protos) {
    check_deadline();
    result.push_back(node(proto));
  }
  return result;
}

Node ModelReader::node(const onnx::NodeProto& proto) const {
  Node node;
  node.name = read_name(proto.name(), "node name");
  node.op_type = read_name(proto.op_type(), "op_type");
  node.domain = read_domain(proto.domain());
  node.overload = read_name(proto.overload(), "overload");
  memory_.add(node_bytes + node.name.size() + node.op_type.size() + node.domain.size() +
              node.overload.size());
  node.inputs = read_names(proto.input(), "input name", memory_);
  node.outputs = read_names(proto.output(), "output name", memory_);
  located([&] { return label_of(node); }, [&] { node.attributes = attributes(proto.attribute()); });
  return node;
}

template <class Protos>
Attributes ModelReader::attributes(const Protos& protos) const {
  Attributes result;
  for (const auto& proto : protos) {
    Attribute read = attribute(proto);
    const std::string name = read.name;
    if (!result.emplace(name, std::move(read)).second) {
      throw InvalidModel("attribute {} is given twice", in_quotes(name));
    }
  }
  return result;
}

// The types whose value fields are set.
std::vector<AttributeType> set_fields(const onnx::AttributeProto& proto) {
  const std::pair<AttributeType, bool> fields[] = {
      {AttributeType::real, proto.has_f()},
      {AttributeType::integer, proto.has_i()},
      {AttributeType::text, proto.has_s()},
      {AttributeType::tensor, proto.has_t()},
      {AttributeType::graph, proto.has_g()},
      {AttributeType::reals, proto.floats_size() > 0},
      {AttributeType::ints, proto.ints_size() > 0},
      {AttributeType::texts, proto.strings_size() > 0},
      {AttributeType::tensors, proto.tensors_size() > 0},
      {AttributeType::graphs, proto.graphs_size() > 0},
      {AttributeType::sparse_tensor, proto.has_sparse_tensor()},
      {AttributeType::sparse_tensors, proto.sparse_tensors_size() > 0},
      {AttributeType::type, proto.has_tp()},
      {AttributeType::types, proto.type_protos_size() > 0},
  };
  std::vector<AttributeType> result;
  for (const auto& [type, set] : fields) {
    if (set) result.push_back(type);
  }
  return result;
}

// True for types whose field may be unset: some writers leave out a field with its default (0, 0.0,
// ""), and an empty list sets no field.
bool may_be_unset(AttributeType type) {
  return type != AttributeType::tensor && type != AttributeType::graph &&
         type != AttributeType::sparse_tensor && type != AttributeType::type;
}

// The type that the attribute declares or, in old files without declared types, the type of the
// field that is set.
AttributeType attribute_type(const onnx::AttributeProto& proto) {
  const auto shown = [&] { return in_quotes(proto.name()); };
  const std::vector<AttributeType> set = set_fields(proto);
  const auto declared = static_cast<AttributeType>(proto.type());
  const bool refers = !proto.ref_attr_name().empty();
  if (refers && !set.empty()) {
    throw InvalidModel("attribute {} has both a value and a reference", shown());
  }
  if (refers) return declared;
  if (set.size() > 1) {
    throw InvalidModel("attribute {} has both a value of type {} and one of type {}", shown(),
                       name(set[0]), name(set[1]));
  }
  if (declared == AttributeType::undefined) {
    if (set.empty()) throw InvalidModel("attribute {} has neither type nor value", shown());
    return set[0];
  }
  if (!set.empty() && set[0] != declared) {
    throw InvalidModel("attribute {} is declared {} but has a value of type {}", shown(),
                       name(declared), name(set[0]));
  }
  if (set.empty() && !may_be_unset(declared)) {
    throw InvalidModel("attribute {} of type {} has no value", shown(), name(declared));
  }
  return declared;
}

template <class Protos, class F>
auto read_all(const Protos& protos, F&& read) {
  std::vector<std::decay_t<decltype(read(protos[0]))>> result;
  result.reserve(static_cast<size_t>(protos.size()));
  for (const auto& proto : protos) result.push_back(read(proto));
  return result;
}

decltype(Attribute::value) ModelReader::attribute_value(const onnx::AttributeProto& proto,
                                                        AttributeType type) const {
  const auto itself = [](const auto& value) { return value; };
  const auto tensor = [&](const auto& value) { return read_tensor(value, folder_); };
  const auto sparse = [&](const auto& value) { return read_sparse(value, folder_); };
  switch (type) {
    case AttributeType::undefined:
      return {};
    case AttributeType::real:
      return proto.f();
    case AttributeType::integer:
      return proto.i();
    case AttributeType::text:
      return proto.s();
    case AttributeType::tensor:
      return tensor(proto.t());
    case AttributeType::graph:
      return subgraph(proto.g());
    case AttributeType::reals:
      return read_all(proto.floats(), itself);
    case AttributeType::ints:
      return read_all(proto.ints(), itself);
    case AttributeType::texts:
      return read_all(proto.strings(), itself);
    case AttributeType::tensors:
      return read_all(proto.tensors(), tensor);
    case AttributeType::graphs:
      return read_all(proto.graphs(), [&](const auto& value) { return subgraph(value); });
    case AttributeType::sparse_tensor:
      return sparse(proto.sparse_tensor());
    case AttributeType::sparse_tensors:
      return read_all(proto.sparse_tensors(), sparse);
    case AttributeType::type:
      return read_type(proto.tp());
    case AttributeType::types:
      return read_all(proto.type_protos(), [](const auto& value) { return read_type(value); });
  }
  return {};
}

// The bytes of the attribute's lists and text. Its tensors and graphs are charged by themselves.
size_t contents_of(const onnx::AttributeProto& proto) {
  const auto bytes = [](const auto& list, size_t each) {
    return static_cast<size_t>(list.size()) * each;
  };
  size_t total = proto.s().size() + bytes(proto.floats(), sizeof(float)) +
                 bytes(proto.ints(), sizeof(int64_t)) + bytes(proto.tensors(), sizeof(Tensor)) +
                 bytes(proto.sparse_tensors(), sizeof(SparseTensor)) +
                 bytes(proto.type_protos(), sizeof(Type));
  for (const std::string& text : proto.strings()) total += sizeof(std::string) + text.size();
  return total;
}

Attribute ModelReader::attribute(const onnx::AttributeProto& proto) const {
  Attribute attribute;
  memory_.add(attribute_bytes + 2 * proto.name().size() + contents_of(proto));
  attribute.name = read_name(proto.name(), "attribute name");
  if (attribute.name.empty()) throw InvalidModel("an attribute has no name");
  attribute.ref_name = read_name(proto.ref_attr_name(), "attribute reference");
  attribute.type = attribute_type(proto);
  if (attribute.ref_name.empty()) attribute.value = attribute_value(proto, attribute.type);
  return attribute;
}

std::vector<ValueInfo> untyped(std::vector<std::string> names) {
  std::vector<ValueInfo> result;
  result.reserve(names.size());
  for (std::string& name : names) result.push_back({std::move(name), {}});
  return result;
}

Function ModelReader::function(const onnx::FunctionProto& proto) const {
  Function function;
  function.domain = read_domain(proto.domain());
  function.name = read_name(proto.name(), "function name");
  function.overload = read_name(proto.overload(), "overload");
  memory_.add(sizeof(Function) + 2 * function.name.size() + function.domain.size() +
              function.overload.size());
  located([&] { return place(function); },
          [&] {
            function.inputs = read_names(proto.input(), "input name", memory_);
            function.outputs = read_names(proto.output(), "output name", memory_);
            function.attributes = read_names(proto.attribute(), "attribute name", memory_);
            function.defaults = attributes(proto.attribute_proto());
            function.opsets = read_opsets(proto.opset_import(), memory_);
            function.body.name = function.name;
            memory_.add((function.inputs.size() + function.outputs.size()) * sizeof(ValueInfo));
            function.body.inputs = untyped(function.inputs);
            function.body.outputs = untyped(function.outputs);
            function.body.value_info = read_value_infos(proto.value_info(), memory_);
            function.body.nodes = nodes(proto.node());
          });
  return function;
}

TrainingInfo ModelReader::training(const onnx::TrainingInfoProto& proto) const {
  const auto bindings = [](const auto& entries) {
    std::vector<std::pair<std::string, std::string>> result;
    for (const auto& entry : entries) {
      result.emplace_back(read_name(entry.key(), "binding"), read_name(entry.value(), "binding"));
    }
    return result;
  };
  return {graph(proto.initialization()), graph(proto.algorithm()),
          bindings(proto.initialization_binding()), bindings(proto.update_binding())};
}

void check_version(const onnx::ModelProto& proto) {
  if (proto.ir_version() < 1) throw InvalidModel("the model has no ir_version");
  if (proto.ir_version() > onnx::IR_VERSION) {
    throw Unsupported("the model's ir_version {} is newer than {}, the newest supported",
                      proto.ir_version(), static_cast<int>(onnx::IR_VERSION));
  }
  if (!proto.has_graph()) throw InvalidModel("the model has no graph");
  // IR.md: "Each model MUST explicitly name the operator sets that it relies on". The one that all
  // models import without naming it has no version then.
  constexpr int64_t first_with_imports = 3;
  if (proto.ir_version() >= first_with_imports && proto.opset_import().empty()) {
    throw InvalidModel(
        "the model has no opset_import, which a model of ir_version {} needs: it states the "
        "version "
        "of each operator set that the model uses",
        proto.ir_version());
  }
}

}  // namespace

Model read_model(const onnx::ModelProto& proto, const DataFolder& folder,
                 const MappedInitializers& mapped) {
  check_version(proto);
  Model model;
  const ModelReader reader(folder, model.memory);
  model.ir_version = proto.ir_version();
  model.producer = proto.producer_name();
  model.opsets = read_opsets(proto.opset_import(), model.memory);
  if (model.opsets.empty()) model.opsets.emplace("", 1);
  model.graph = reader.graph(proto.graph(), mapped);
  model.functions.reserve(static_cast<size_t>(proto.functions_size()));
  for (const auto& function : proto.functions()) {
    model.functions.push_back(reader.function(function));
  }
  std::sort(model.functions.begin(), model.functions.end(), [](const auto& a, const auto& b) {
    return std::tie(a.domain, a.name, a.overload) < std::tie(b.domain, b.name, b.overload);
  });
  for (const auto& info : proto.training_info()) {
    model.training.push_back(reader.training(info));
  }
  return model;
}

}  // namespace etalon
