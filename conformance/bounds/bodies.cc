#include "conformance/bounds/bodies.h"

#include "conformance/bounds/body_text.h"
#include "conformance/cases/function_bodies.h"
#include "conformance/common/paths.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

using nlohmann::json;

// A model with one node, which calls the function.
onnx::ModelProto model_of(onnx::FunctionProto function) {
  onnx::ModelProto model;
  model.set_ir_version(10);
  *model.mutable_opset_import() = function.opset_import();
  function.set_domain("body");
  onnx::OperatorSetIdProto& opset = *model.add_opset_import();
  opset.set_domain(function.domain());
  opset.set_version(1);
  onnx::NodeProto& node = *model.mutable_graph()->add_node();
  node.set_domain(function.domain());
  node.set_op_type(function.name());
  *model.add_functions() = std::move(function);
  return model;
}

bool is_value(const Attribute& attribute, const json& written) {
  return std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::is_arithmetic_v<T>) {
          return written.is_number() && written.get<double>() == static_cast<double>(value);
        } else if constexpr (std::is_same_v<T, std::string>) {
          return written.is_string() && written.get<std::string>() == value;
        } else if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
          return written == json(value);
        } else {
          return false;
        }
      },
      attribute.value);
}

bool same_content(const Attribute& a, const Attribute& b) {
  return std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string> ||
                      std::is_same_v<T, std::vector<int64_t>>) {
          const T* other = std::get_if<T>(&b.value);
          return other != nullptr && value == *other;
        } else {
          return false;
        }
      },
      a.value);
}

// True if the node has these attributes, and the defaults of all others.
bool has_attributes(const Node& node, const json& given) {
  for (const auto& [name, attribute] : node.attributes) {
    if (!attribute.ref_name.empty()) return false;
    if (given.contains(name)) {
      if (!is_value(attribute, given.at(name))) return false;
      continue;
    }
    const FormalAttribute* formal = node.schema->attribute(name);
    if (!formal || !formal->default_value) return false;
    if (!same_content(attribute, *formal->default_value)) return false;
  }
  for (const auto& [name, written] : given.items()) {
    if (!node.attributes.contains(name)) return false;
  }
  return true;
}

bool has_types(const Values& inputs, const std::vector<std::string>& types) {
  for (size_t i = 0; i < std::max(inputs.size(), types.size()); ++i) {
    const std::string type = i < types.size() ? types[i] : "";
    if (i >= inputs.size() || inputs[i].absent()) {
      if (!type.empty()) return false;
    } else if (!inputs[i].is_tensor() || name(inputs[i].tensor().dtype()) != type) {
      return false;
    }
  }
  return true;
}

// Without the data folder, no body is known.
const FunctionBody* known_body(const std::string& label) {
  static const bool has_data = [] {
    try {
      data_folder();
      return true;
    } catch (const Error&) {
      return false;
    }
  }();
  return has_data ? function_body(label) : nullptr;
}

bool fits(const FunctionBody& body, const Node& node, const Values& inputs) {
  if (!body.node) return true;
  return node.outputs.size() <= body.node->outputs && has_types(inputs, body.node->inputs) &&
         has_attributes(node, body.node->attributes);
}

}  // namespace

std::optional<Node> Bodies::call_for(const Node& node, const Values& inputs) {
  if (!node.schema) return std::nullopt;
  const std::string label = node.schema->label();
  const FunctionBody* body = known_body(label);
  if (!body || !fits(*body, node, inputs)) return std::nullopt;
  std::unique_ptr<BoundModel>& model = models_[label];
  if (!model) {
    model = std::make_unique<BoundModel>(unchecked_model(model_of(parse_body(body->lines))));
  }
  Node call = model->graph.nodes.at(0);
  call.name = node.name;
  call.outputs = node.outputs;
  call.attributes = node.attributes;
  return call;
}

}  // namespace etalon
