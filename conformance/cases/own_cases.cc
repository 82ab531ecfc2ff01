#include "conformance/cases/own_cases.h"

#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "engine/loader/serialization.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon {

using nlohmann::json;

namespace {

constexpr int ir_version = 10;
// The opset of ai.onnx in models of other domains. Their nodes do not use it; it is not the newest,
// because other runtimes refuse opsets that are newer than themselves.
constexpr int companion_opset = 21;

void add_value_info(const std::string& name, const Type& type, onnx::ValueInfoProto& info,
                    bool shapes = false) {
  info.set_name(name);
  write_type(type, *info.mutable_type(), shapes);
}

// The type of an attribute that the schema does not define. A list of numbers is of integers only
// when all of them are.
AttributeType guess_type(const json& value) {
  if (value.is_number_integer() || value.is_boolean()) return AttributeType::integer;
  if (value.is_number_float()) return AttributeType::real;
  if (value.is_string()) return AttributeType::text;
  if (value.is_object()) {
    return value.contains("nodes") ? AttributeType::graph : AttributeType::tensor;
  }
  bool texts = value.is_array() && !value.empty();
  bool whole = value.is_array();
  for (const json& item : value) {
    texts = texts && item.is_string();
    whole = whole && item.is_number_integer();
  }
  if (texts) return AttributeType::texts;
  return whole ? AttributeType::ints : AttributeType::reals;
}

float real_of(const json& value) {
  if (!value.is_string()) return value.get<float>();
  const auto& text = value.get_ref<const std::string&>();
  char* end = nullptr;
  const float read = std::strtof(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw InvalidInput("\"{}\" is not a number", text);
  return read;
}

int64_t integer_of(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (!value.is_number_integer()) throw InvalidInput("{} is not an integer", value.dump());
  return value.get<int64_t>();
}

class ModelBuilder {
 public:
  explicit ModelBuilder(int64_t opset, const std::string& domain) {
    model_.set_ir_version(ir_version);
    import(domain, opset);
    if (!canonical_domain(domain).empty()) import("", companion_opset);
    model_.mutable_graph()->set_name("case");
  }

  onnx::GraphProto& graph() { return *model_.mutable_graph(); }
  const onnx::ModelProto& model() const { return model_; }

  void set_attributes(const json& attributes, const Schema* schema, onnx::NodeProto& node) {
    for (const auto& [name, value] : attributes.items()) {
      const FormalAttribute* formal = schema == nullptr ? nullptr : schema->attribute(name);
      const bool known = formal != nullptr && formal->type != AttributeType::undefined;
      onnx::AttributeProto& attribute = *node.add_attribute();
      attribute.set_name(name);
      set_value(value, known ? formal->type : guess_type(value), attribute);
    }
  }

 private:
  void import(const std::string& domain, int64_t version) {
    onnx::OperatorSetIdProto& opset = *model_.add_opset_import();
    opset.set_domain(std::string(canonical_domain(domain)));
    opset.set_version(version);
  }

  void set_value(const json& value, AttributeType type, onnx::AttributeProto& attribute) {
    attribute.set_type(static_cast<onnx::AttributeProto::AttributeType>(type));
    switch (type) {
      case AttributeType::real:
        return attribute.set_f(real_of(value));
      case AttributeType::integer:
        return attribute.set_i(integer_of(value));
      case AttributeType::text:
        return attribute.set_s(value.get<std::string>());
      case AttributeType::tensor:
        return write_tensor(tensor_from_json(value), "", *attribute.mutable_t());
      case AttributeType::graph:
        return set_graph(value, *attribute.mutable_g());
      case AttributeType::type:
        return write_type(type_written(value.get<std::string>()), *attribute.mutable_tp());
      default:
        return set_list(value, type, attribute);
    }
  }

  void set_list(const json& values, AttributeType type, onnx::AttributeProto& attribute) {
    if (!values.is_array()) throw InvalidInput("attribute {} must be a list", attribute.name());
    for (const json& value : values) {
      switch (type) {
        case AttributeType::reals:
          attribute.add_floats(real_of(value));
          break;
        case AttributeType::ints:
          attribute.add_ints(integer_of(value));
          break;
        case AttributeType::texts:
          attribute.add_strings(value.get<std::string>());
          break;
        case AttributeType::tensors:
          write_tensor(tensor_from_json(value), "", *attribute.add_tensors());
          break;
        case AttributeType::graphs:
          set_graph(value, *attribute.add_graphs());
          break;
        default:
          throw InvalidInput("attribute {}: a case cannot contain an attribute of type {}",
                             attribute.name(), name(type));
      }
    }
  }

  static void declare(const json& written, onnx::ValueInfoProto& info) {
    check_keys(written, "the input or output of the graph", {"name", "type", "shape"});
    add_value_info(written.at("name"), type_written(written.at("type")), info);
    if (!written.contains("shape")) return;
    onnx::TensorShapeProto& shape = *info.mutable_type()->mutable_tensor_type()->mutable_shape();
    for (const json& length : written.at("shape")) shape.add_dim()->set_dim_value(length);
  }

  void set_graph(const json& written, onnx::GraphProto& graph) {
    check_keys(written, "the graph", {"inputs", "outputs", "initializers", "nodes"});
    graph.set_name("body");
    for (const json& input : written.value("inputs", json::array())) {
      declare(input, *graph.add_input());
    }
    for (const json& output : written.value("outputs", json::array())) {
      declare(output, *graph.add_output());
    }
    const json initializers = written.value("initializers", json::object());
    for (const auto& [name, value] : initializers.items()) {
      write_tensor(tensor_from_json(value), name, *graph.add_initializer());
    }
    for (const json& node : written.at("nodes")) add_node(node, *graph.add_node());
  }

  void add_node(const json& written, onnx::NodeProto& node) {
    check_keys(written, "the node", {"operator", "domain", "inputs", "outputs", "attributes"});
    const std::string domain = field_or<std::string>(written, "domain", "");
    node.set_op_type(field<std::string>(written, "operator"));
    node.set_domain(domain);
    for (const json& input : written.value("inputs", json::array())) node.add_input(input);
    for (const json& output : written.value("outputs", json::array())) node.add_output(output);
    const Schema* schema = find_schema(domain, node.op_type(), opset(domain));
    set_attributes(written.value("attributes", json::object()), schema, node);
  }

  int64_t opset(const std::string& domain) const {
    for (const onnx::OperatorSetIdProto& import : model_.opset_import()) {
      if (canonical_domain(import.domain()) == canonical_domain(domain)) return import.version();
    }
    return newest_opset(domain);
  }

  onnx::ModelProto model_;
};

// The type to declare for an output without a value in the case (the case expects an error): the
// type of an input with the same type variable, else the first type that its constraint allows.
Type assumed_type(const Schema& schema, size_t output, const Values& inputs) {
  const FormalParameter* formal = parameter_at(schema.outputs, output);
  if (formal == nullptr) return Type::tensor(DType::float32);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FormalParameter* same = parameter_at(schema.inputs, i);
    if (same != nullptr && same->type == formal->type && !inputs[i].absent()) {
      return inputs[i].type();
    }
  }
  const TypeConstraint* constraint = schema.constraint(formal->type);
  if (constraint == nullptr) return type_named(formal->type);
  return constraint->types.empty() ? Type::tensor(DType::float32)
                                   : type_named(constraint->types.front());
}

void add_inputs(const Values& inputs, bool shapes, onnx::GraphProto& graph, onnx::NodeProto& node) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string name = inputs[i].absent() ? "" : fmt::format("input_{}", i);
    node.add_input(name);
    if (!name.empty()) add_value_info(name, inputs[i].type(), *graph.add_input(), shapes);
  }
}

void add_output(size_t index, const Type& type, onnx::GraphProto& graph, onnx::NodeProto& node,
                bool shapes = false) {
  const std::string name = fmt::format("output_{}", index);
  node.add_output(name);
  add_value_info(name, type, *graph.add_output(), shapes);
}

bool shapes_declared(const json& written) { return field_or(written, "shapes", false); }

// Adds the outputs in the case or, if it has none, the outputs that the schema requires.
void add_outputs(const json& written, const Schema* schema, const Values& inputs,
                 onnx::GraphProto& graph, onnx::NodeProto& node) {
  const json outputs = written.value("outputs", json::array());
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].is_null()) {
      node.add_output("");
    } else {
      add_output(i, own_value(outputs, "output", i).type(), graph, node, shapes_declared(written));
    }
  }
  if (!outputs.empty()) return;
  const int required = schema == nullptr ? 1 : std::max(schema->min_outputs, 1);
  for (size_t i = 0; i < static_cast<size_t>(required); ++i) {
    const Type type =
        schema == nullptr ? Type::tensor(DType::float32) : assumed_type(*schema, i, inputs);
    add_output(i, type, graph, node);
  }
}

}  // namespace

Value own_value(const json& values, std::string_view what, size_t i) {
  const auto place = [&] { return fmt::format("{} {}", what, i); };
  try {
    return value_from_json(values.at(i));
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", place(), json_sentence(problem));
  } catch (Error& problem) {
    problem.locate(place());
    throw;
  }
}

void write_type(const Type& type, onnx::TypeProto& proto, bool shapes) {
  switch (type.kind) {
    case Type::Kind::tensor:
      proto.mutable_tensor_type()->set_elem_type(static_cast<int>(type.dtype));
      if (!shapes || !type.shape) return;
      proto.mutable_tensor_type()->mutable_shape();
      for (const Dim& dim : *type.shape) {
        auto& written = *proto.mutable_tensor_type()->mutable_shape()->add_dim();
        if (const auto* length = std::get_if<int64_t>(&dim)) written.set_dim_value(*length);
      }
      return;
    case Type::Kind::sparse_tensor:
      return proto.mutable_sparse_tensor_type()->set_elem_type(static_cast<int>(type.dtype));
    case Type::Kind::sequence:
      return write_type(*type.element, *proto.mutable_sequence_type()->mutable_elem_type(), shapes);
    case Type::Kind::optional:
      return write_type(*type.element, *proto.mutable_optional_type()->mutable_elem_type(), shapes);
    case Type::Kind::map:
      proto.mutable_map_type()->set_key_type(static_cast<int>(type.dtype));
      return write_type(*type.element, *proto.mutable_map_type()->mutable_value_type(), shapes);
    case Type::Kind::unknown:
      return;
  }
}

onnx::ModelProto own_case_model(const json& document, const json& written) {
  const auto domain = field<std::string>(document, "domain");
  const auto op_type = field<std::string>(document, "operator");
  const int64_t opset = field_or(written, "opset", int64_t{newest_opset(domain)});
  const Schema* schema = find_schema(domain, op_type, opset);
  ModelBuilder builder(opset, domain);
  onnx::GraphProto& graph = builder.graph();
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(op_type);
  node.set_domain(std::string(canonical_domain(domain)));
  Values inputs;
  const json given = written.value("inputs", json::array());
  for (size_t i = 0; i < given.size(); ++i) inputs.push_back(own_value(given, "input", i));
  add_inputs(inputs, shapes_declared(written), graph, node);
  add_outputs(written, schema, inputs, graph, node);
  builder.set_attributes(written.value("attributes", json::object()), schema, node);
  return builder.model();
}

void check_own_file(const json& document) {
  const bool of_function = document.contains("function");
  check_keys(document, "the file",
             {"domain", of_function ? "function" : "operator", "cases", "finding"});
}

void check_own_case(const json& document, const json& written) {
  std::vector<std::string> keys = {"name", "opset", "inputs", "derivation",
                                   "rtol", "atol",  "error",  "xfail"};
  const std::vector<std::string> more =
      document.contains("function")
          ? std::vector<std::string>{"positional", "args",  "output", "seed",
                                     "model",      "steps", "dt",     "executed"}
          : std::vector<std::string>{"attributes", "outputs", "points", "shapes"};
  keys.insert(keys.end(), more.begin(), more.end());
  check_keys(written, "the case", keys);
}

}  // namespace etalon
