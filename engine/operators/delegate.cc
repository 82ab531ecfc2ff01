#include "engine/operators/delegate.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "engine/operators/rooms.h"

namespace etalon {
namespace {

struct Target {
  const Schema* schema;
  const Registration* implementation;
};

// ONNX's operator as of an opset, found once for all calls.
const Target& target(std::string_view name, int64_t opset) {
  using Key = std::pair<std::string, int64_t>;
  static std::mutex mutex;
  static std::map<Key, Target> known;
  const std::lock_guard lock(mutex);
  const Key key(name, opset);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Schema* schema = find_schema("", name, opset);
  if (!schema) throw InternalError("there is no operator {} at opset {}", name, opset);
  const Registration* implementation =
      find_implementation(schema->domain, schema->name, schema->since_version);
  return known.emplace(key, Target{schema, implementation}).first->second;
}

Node node_like(const Call& outer, std::string_view name, int64_t opset) {
  const Target& onnx = target(name, opset);
  Node node;
  node.name = outer.node().name;
  node.op_type = onnx.schema->name;
  node.outputs = outer.node().outputs;
  node.schema = onnx.schema;
  node.implementation = onnx.implementation;
  node.opset = opset;
  return node;
}

Attributes completed(const Schema& schema, Attributes attributes) {
  for (const auto& [name, _] : attributes) {
    if (!schema.attribute(name)) {
      throw InternalError("{} has no attribute '{}' to delegate", schema.label(), name);
    }
  }
  add_defaults(schema, attributes);
  return attributes;
}

Values positional(const Schema& schema, const NamedValues& named) {
  Values inputs;
  for (size_t i = 0; i < schema.inputs.size(); ++i) {
    bool given = false;
    for (const auto& [name, value] : named) {
      if (name != schema.inputs[i].name) continue;
      inputs.push_back(value);
      given = true;
    }
    const bool variadic = schema.inputs[i].option == FormalParameter::Option::variadic;
    if (!given && !variadic) inputs.emplace_back();
  }
  for (const auto& [name, _] : named) {
    const auto same = [&name = name](const FormalParameter& formal) { return formal.name == name; };
    if (std::none_of(schema.inputs.begin(), schema.inputs.end(), same)) {
      throw InternalError("{} has no input '{}' to delegate", schema.label(), name);
    }
  }
  return inputs;
}

Values no_graphs(const Graph& graph, const Values&) {
  throw InternalError("graph '{}' does not belong to a delegated operator", graph.name);
}

NamedValues inputs_of(const Call& outer, const Schema& schema) {
  NamedValues named;
  for (size_t i = 0; i < outer.schema().inputs.size() && i < schema.inputs.size(); ++i) {
    const std::string& input = outer.schema().inputs[i].name;
    if (schema.inputs[i].option == FormalParameter::Option::variadic) {
      for (const Value& value : outer.variadic_values(input)) {
        named.emplace_back(schema.inputs[i].name, value);
      }
    } else {
      named.emplace_back(schema.inputs[i].name, outer.value(input));
    }
  }
  return named;
}

Attribute made(std::string name, AttributeType type, decltype(Attribute::value) value) {
  return {std::move(name), type, {}, std::move(value)};
}

}  // namespace

Attribute attribute_of(std::string name, int64_t value) {
  return made(std::move(name), AttributeType::integer, value);
}
Attribute attribute_of(std::string name, double value) {
  return made(std::move(name), AttributeType::real, static_cast<float>(value));
}
Attribute attribute_of(std::string name, std::string value) {
  return made(std::move(name), AttributeType::text, std::move(value));
}
Attribute attribute_of(std::string name, std::vector<int64_t> value) {
  return made(std::move(name), AttributeType::ints, std::move(value));
}
Attribute attribute_of(std::string name, const std::vector<double>& value) {
  return made(std::move(name), AttributeType::reals,
              std::vector<float>(value.begin(), value.end()));
}

Attributes attributes_of(const std::vector<Attribute>& attributes) {
  Attributes map;
  for (const Attribute& attribute : attributes) map.insert_or_assign(attribute.name, attribute);
  return map;
}

const Schema& onnx_schema(std::string_view name, int64_t opset) {
  return *target(name, opset).schema;
}

Delegate::Delegate(const Call& outer, std::string_view name, int64_t opset,
                   const NamedValues& inputs, Attributes attributes)
    : node_(node_like(outer, name, opset)),
      attributes_(completed(*node_.schema, std::move(attributes))),
      inputs_(positional(*node_.schema, inputs)),
      call_(node_, outer.graph(), attributes_, inputs_, no_graphs, outer.differences()) {}

Values Delegate::run() const {
  require_implementation();
  return evaluate_call(call_);
}

Values Delegate::run_as_step() const {
  require_implementation();
  return evaluate_unmarked(call_);
}

void Delegate::require_implementation() const {
  if (node_.implementation) return;
  throw Unsupported("operator {} is not implemented", node_.schema->label());
}

Values delegate(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
                Attributes attributes) {
  return Delegate(outer, name, opset, inputs, std::move(attributes)).run();
}

Values step_of(const Call& outer, std::string_view name, int64_t opset, const NamedValues& inputs,
               Attributes attributes) {
  return Delegate(outer, name, opset, inputs, std::move(attributes)).run_as_step();
}

Values delegate(const Call& outer, std::string_view name, int64_t opset) {
  return delegate(outer, name, opset, inputs_of(outer, onnx_schema(name, opset)),
                  shared_attributes(outer, name, opset));
}

Values with_changed(const Call& call, const NamedValues& changed) {
  NamedValues named;
  for (const auto& [name, value] : inputs_of(call, call.schema())) {
    const auto same = [&name = name](const auto& other) { return other.first == name; };
    if (std::none_of(changed.begin(), changed.end(), same)) named.emplace_back(name, value);
  }
  named.insert(named.end(), changed.begin(), changed.end());
  return positional(call.schema(), named);
}

Attributes shared_attributes(const Call& outer, std::string_view name, int64_t opset) {
  Attributes shared;
  for (const FormalAttribute& formal : onnx_schema(name, opset).attributes) {
    const FormalAttribute* own = outer.schema().attribute(formal.name);
    if (own && own->type == formal.type && outer.has(formal.name)) {
      shared.insert_or_assign(formal.name, outer.attribute(formal.name));
    }
  }
  return shared;
}

}  // namespace etalon
