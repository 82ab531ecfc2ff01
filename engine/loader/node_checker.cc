#include "engine/loader/node_checker.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/operators/schema.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

std::string allowance(int least, int most) {
  if (least == most) return fmt::format("{}", least);
  if (most == std::numeric_limits<int>::max()) return fmt::format("{} or more", least);
  return fmt::format("{} to {}", least, most);
}

void check_count(size_t count, int least, int most, std::string_view what) {
  if (count >= static_cast<size_t>(least) && count <= static_cast<size_t>(most)) return;
  throw InvalidModel("it has {} {}s where it takes {}", count, what, allowance(least, most));
}

// A parameter that is not optional cannot be left out by an empty name.
void check_parameters(const std::vector<std::string>& names,
                      const std::vector<FormalParameter>& formals, std::string_view what) {
  for (size_t i = 0; i < std::min(names.size(), formals.size()); ++i) {
    if (names[i].empty() && formals[i].option == FormalParameter::Option::single) {
      throw InvalidModel("{} '{}' is required and has no name", what, formals[i].name);
    }
  }
}

void check_type(const Attribute& given, AttributeType wanted) {
  if (given.type == wanted || wanted == AttributeType::undefined) return;
  if (given.type == AttributeType::undefined && !given.ref_name.empty()) return;
  throw InvalidModel("attribute {} is of type {} where {} is expected", in_quotes(given.name),
                     name(given.type), name(wanted));
}

void check_reference(const Attribute& attribute, const Function* function) {
  if (attribute.ref_name.empty()) return;
  const std::string shown = in_quotes(attribute.name);
  if (!function) {
    throw InvalidModel("attribute {} refers to {} outside a function", shown,
                       in_quotes(attribute.ref_name));
  }
  const auto with_default = function->defaults.find(attribute.ref_name);
  if (with_default != function->defaults.end()) {
    if (attribute.type != AttributeType::undefined) {
      check_type(with_default->second, attribute.type);
    }
    return;
  }
  if (std::find(function->attributes.begin(), function->attributes.end(), attribute.ref_name) ==
      function->attributes.end()) {
    throw InvalidModel("attribute {} refers to {}, which the function does not have", shown,
                       in_quotes(attribute.ref_name));
  }
}

// Attributes whose names begin with "__" are private to the tool that wrote the model.
bool is_private(std::string_view attribute) { return attribute.starts_with("__"); }

[[noreturn]] void refuse_attribute(const Schema& schema, std::string_view name) {
  if (open_ended(schema.domain)) {
    throw InvalidModel("{} has no attribute {} that is known; --ignore-attributes {} leaves it out",
                       schema.label(), in_quotes(name), name);
  }
  throw InvalidModel("{} has no attribute {}", schema.label(), in_quotes(name));
}

void check_attributes(const Node& node, const Schema& schema) {
  for (const auto& [name, attribute] : node.attributes) {
    if (const FormalAttribute* formal = schema.attribute(name)) {
      check_type(attribute, formal->type);
    } else if (!schema.open_attributes && !is_private(name)) {
      refuse_attribute(schema, name);
    }
  }
  check_supported(schema, node.attributes);
  for (const FormalAttribute& formal : schema.attributes) {
    if (formal.required && !node.attributes.contains(formal.name)) {
      throw InvalidModel("attribute '{}' is missing", formal.name);
    }
  }
}

// True for a version that withdraws an operator: earlier versions can still be used, this one
// cannot. An operator that is deprecated in its first version (GroupNormalization-18) can be used.
bool retired(const Schema& schema) {
  return schema.deprecated &&
         find_schema(schema.domain, schema.name, schema.since_version - 1) != nullptr;
}

bool has_function_of(const Model& model, const std::string& domain) {
  return std::any_of(model.functions.begin(), model.functions.end(),
                     [&](const Function& function) { return function.domain == domain; });
}

// "com.example.Op", "ai.onnx.Op".
std::string full_name(const Node& node) {
  return printable((node.domain.empty() ? "ai.onnx" : node.domain) + "." + node.op_type);
}

// Counts the nodes of a graph, those of graphs inside included, that have no schema and call no
// function, by full names.
void count_unknown(const Graph& graph, std::map<std::string, size_t>& counts) {
  for (const Node& node : graph.nodes) {
    if (!node.function && !node.schema) ++counts[full_name(node)];
    each_subgraph(node, [&](const Graph& inner) { count_unknown(inner, counts); });
  }
}

// "; also unknown: com.example.A (2 nodes), com.example.B (1 node)": one attempt shows everything
// that is missing.
std::string other_unknown(const Node& node, const Model& model) {
  std::map<std::string, size_t> counts;
  count_unknown(model.graph, counts);
  for (const Function& function : model.functions) count_unknown(function.body, counts);
  counts.erase(full_name(node));
  std::string list;
  for (const auto& [name, count] : counts) {
    list += fmt::format("{}{} ({} node{})", list.empty() ? "; also unknown: " : ", ", name, count,
                        count == 1 ? "" : "s");
  }
  return list;
}

// Throws the reason why the node's operator has no schema.
[[noreturn]] void refuse_unknown(const Node& node, const Model& model) {
  const std::string shown = in_quotes(node.op_type);
  if (!node.overload.empty()) {
    throw InvalidModel("the model has no function {} of domain {} with overload {}", shown,
                       shown_domain(node.domain), in_quotes(node.overload));
  }
  if (node.opset == 0) {
    throw InvalidModel("domain {} is not imported", shown_domain(node.domain));
  }
  if (open_ended(node.domain) &&
      !find_schema(node.domain, node.op_type, newest_opset(node.domain))) {
    throw Unsupported("operator {} of domain {} is not among those that are known{}", shown,
                      shown_domain(node.domain), other_unknown(node, model));
  }
  if (is_newer(node.domain, node.opset)) {
    throw Unsupported(
        "operator {} of {} is not known at opset {}, which is newer than {}, the "
        "newest known{}",
        shown, shown_domain(node.domain), node.opset, newest_opset(node.domain),
        other_unknown(node, model));
  }
  if (known_domain(node.domain)) {
    throw InvalidModel("operator {} is not in {} at opset {}{}", shown, shown_domain(node.domain),
                       node.opset, other_unknown(node, model));
  }
  if (has_function_of(model, node.domain)) {
    throw InvalidModel("the model has no function {} of domain {}", shown,
                       shown_domain(node.domain));
  }
  throw Unsupported("operator {} is in domain {}, which has no known operators{}", shown,
                    shown_domain(node.domain), other_unknown(node, model));
}

void check_parts(const Node& node, const Schema& schema) {
  check_count(node.inputs.size(), schema.min_inputs, schema.max_inputs, "input");
  check_count(node.outputs.size(), schema.min_outputs, schema.max_outputs, "output");
  check_parameters(node.inputs, schema.inputs, "input");
  check_parameters(node.outputs, schema.outputs, "output");
  check_attributes(node, schema);
}

void check_operator(const Node& node, const Schema& schema) {
  if (retired(schema)) {
    throw InvalidModel("operator {} was withdrawn in opset {}", in_quotes(schema.name),
                       schema.since_version);
  }
  if (!is_newer(node.domain, node.opset)) return check_parts(node, schema);
  try {
    check_parts(node, schema);
  } catch (const InvalidModel& refusal) {
    refuse_newer(node, refusal);
  }
}

// IR.md: "The input, output, attribute, and attribute_proto […] constitute the signature part of
// the operator", and "the set of attributes specified in a node and their types MUST satisfy the
// constraints imposed by the signature of the node's operator".
void check_call(const Node& node, const Function& function) {
  check_count(node.inputs.size(), 0, static_cast<int>(function.inputs.size()), "input");
  check_count(node.outputs.size(), 0, static_cast<int>(function.outputs.size()), "output");
  for (const auto& [name, attribute] : node.attributes) {
    const auto with_default = function.defaults.find(name);
    if (with_default != function.defaults.end()) {
      check_type(attribute, with_default->second.type);
    } else if (std::find(function.attributes.begin(), function.attributes.end(), name) ==
               function.attributes.end()) {
      throw InvalidModel(
          "the function has no attribute {} (IR.md: the set of attributes specified in a node MUST "
          "satisfy the constraints imposed by the signature of the node's operator)",
          in_quotes(name));
    }
  }
}

}  // namespace

void check_node(const Node& node, const NodeContext& context) {
  if (node.op_type.empty()) throw InvalidModel("a node has no op_type");
  for (const auto& [_, attribute] : node.attributes) check_reference(attribute, context.function);
  if (node.function) return check_call(node, *node.function);
  if (!node.schema) refuse_unknown(node, context.model);
  check_operator(node, *node.schema);
}

void check_opsets(const Opsets& opsets) {
  for (const auto& [domain, version] : opsets) {
    if (version < 1) {
      throw InvalidModel("domain {} is imported with opset {}, which is less than 1",
                         shown_domain(domain), version);
    }
  }
}

bool is_newer(std::string_view domain, int64_t opset) {
  return known_domain(domain) && opset > newest_opset(domain);
}

void refuse_newer(const Node& node, const Error& refusal) {
  throw Unsupported(
      "{} (opset {} of {} is newer than {}, the newest known, and may have changed the "
      "operator)",
      refusal.what(), node.opset, shown_domain(node.domain), newest_opset(node.domain));
}

std::string shown_domain(const std::string& domain) {
  return domain.empty() ? "ai.onnx" : in_quotes(domain);
}

}  // namespace etalon
