#include "engine/mdf/onnx_function.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/interpreter/interpreter.h"
#include "engine/loader/bind.h"
#include "engine/mdf/onnx_values.h"
#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/random.h"
#include "engine/operators/operator.h"

namespace etalon::mdf {
namespace {

using Option = FormalParameter::Option;
constexpr std::string_view training_mode = "training_mode";

bool takes_graphs(const Schema& schema) {
  return std::any_of(
      schema.attributes.begin(), schema.attributes.end(), [](const FormalAttribute& formal) {
        return formal.type == AttributeType::graph || formal.type == AttributeType::graphs;
      });
}

bool is_batch_normalization(const Schema& schema) { return schema.name == "BatchNormalization"; }

bool variadic_first(const Schema& schema) {
  return !schema.inputs.empty() && schema.inputs.front().option == Option::variadic;
}

std::vector<std::string> input_names(const Schema& schema) {
  std::vector<std::string> names;
  for (const FormalParameter& formal : schema.inputs) names.push_back(formal.name);
  return names;
}

std::vector<std::string> attribute_names(const Schema& schema) {
  std::set<std::string> names;
  for (const FormalAttribute& formal : schema.attributes) names.insert(formal.name);
  if (is_batch_normalization(schema)) names.emplace(training_mode);
  return {names.begin(), names.end()};
}

// MDF does not have ONNX's early experimental operators.
bool is_function(const Schema* schema) { return schema != nullptr && !schema->experimental; }

const Schema* schema_named(std::string_view name, int64_t opset) {
  const Schema* schema = find_schema("", name.substr(onnx_prefix.size()), opset);
  return is_function(schema) ? schema : nullptr;
}

constexpr std::string_view refusal = "an MDF file cannot carry the bodies that it runs";
const std::string refusal_place = fmt::format("{}:{}", __builtin_FILE(), __builtin_LINE());

// ------------------------------------------------------------------------------- arguments ---

// The arguments as the schema knows them: inputs by position (none: left out), attributes by name.
class Binding {
 public:
  Binding(const Schema& schema, const List& positional, const Dictionary& named)
      : schema_(schema), inputs_(input_names(schema)), attributes_(attribute_names(schema)) {
    if (variadic_first(schema)) {
      values_ = positional;
    } else {
      values_.resize(inputs_.size());
      put_positional(positional);
    }
    for (const auto& [name, value] : named) put(name, value);
    check_missing();
  }

  const List& inputs() const { return values_; }
  const Dictionary& attributes() const { return given_; }
  // nullptr when left out.
  const Value* argument(std::string_view name) const {
    if (const Value* attribute = given_.find(name)) return attribute;
    const auto found = std::find(inputs_.begin(), inputs_.end(), name);
    const auto index = static_cast<size_t>(found - inputs_.begin());
    return index < values_.size() && !values_[index].is_none() ? &values_[index] : nullptr;
  }

 private:
  void put_positional(const List& positional) {
    std::vector<std::string> names = inputs_;
    names.insert(names.end(), attributes_.begin(), attributes_.end());
    if (positional.size() > names.size()) {
      throw InvalidInput("there are {} arguments where it takes {} ({})", positional.size(),
                         names.size(), fmt::join(names, ", "));
    }
    for (size_t i = 0; i < positional.size(); ++i) put(names[i], positional[i]);
  }

  void put(const std::string& name, const Value& value) {
    if (value.is_none()) return;
    const bool attribute =
        std::find(attributes_.begin(), attributes_.end(), name) != attributes_.end();
    const auto input = std::find(inputs_.begin(), inputs_.end(), name);
    if (attribute) {
      if (given_.find(name) != nullptr) throw InvalidInput("argument '{}' is given twice", name);
      given_.set(name, value);
    } else if (variadic_first(schema_)) {
      values_.push_back(value);
    } else if (input == inputs_.end()) {
      throw InvalidInput("there is no argument '{}'; the arguments are {}", name, all_names());
    } else {
      Value& place = values_[static_cast<size_t>(input - inputs_.begin())];
      if (!place.is_none()) throw InvalidInput("argument '{}' is given twice", name);
      place = value;
    }
  }

  std::string all_names() const {
    std::vector<std::string> names = inputs_;
    names.insert(names.end(), attributes_.begin(), attributes_.end());
    return fmt::format("{}", fmt::join(names, ", "));
  }

  void check_missing() const {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const bool here = i < values_.size() && !values_[i].is_none();
      const FormalParameter& formal = schema_.inputs[i];
      const bool needed = formal.option == Option::single ||
                          (formal.option == Option::variadic && formal.min_arity > 0);
      if (needed && !here) throw InvalidInput("argument '{}' is missing", formal.name);
    }
    for (const FormalAttribute& formal : schema_.attributes) {
      if (formal.required && given_.find(formal.name) == nullptr) {
        throw InvalidInput("argument '{}' is missing", formal.name);
      }
    }
  }

  const Schema& schema_;
  std::vector<std::string> inputs_;
  std::vector<std::string> attributes_;
  List values_;
  Dictionary given_;
};

const FormalParameter& formal_at(const Schema& schema, size_t index) {
  return schema.inputs[std::min(index, schema.inputs.size() - 1)];
}

// What some operators do with an argument before it is one.
void adapt(const Schema& schema, Values& inputs) {
  if (schema.name == "Reshape" && inputs.size() > 1 && inputs[1].is_tensor()) {
    const Tensor& shape = inputs[1].tensor();
    inputs[1] = shape.reshaped({shape.size()});
  }
  constexpr size_t constant_value = 2;
  if (schema.name == "Pad" && inputs.size() > constant_value &&
      inputs[constant_value].is_tensor() && inputs[0].is_tensor()) {
    const Tensor& value = inputs[constant_value].tensor();
    inputs[constant_value] = cast(value, inputs[0].tensor().dtype());
  }
  // A number of MDF has an axis, and a position is a scalar.
  const bool has_position = schema.name == "SequenceAt" || schema.name == "SequenceErase";
  if (has_position && inputs.size() > 1 && inputs[1].is_tensor()) {
    inputs[1] = single(inputs[1].tensor());
  }
}

Values inputs_of(const Schema& schema, const Binding& binding) {
  Values inputs;
  for (size_t i = 0; i < binding.inputs().size(); ++i) {
    const FormalParameter& formal = formal_at(schema, i);
    inputs.push_back(to_onnx(binding.inputs()[i], formal, schema.constraint(formal.type)));
  }
  while (!inputs.empty() && inputs.back().absent()) inputs.pop_back();
  adapt(schema, inputs);
  return inputs;
}

// --------------------------------------------------------------------------------- results ---

size_t split_count(const Binding& binding) {
  if (const Value* split = binding.argument("split")) return as_array(*split).size();
  if (const Value* count = binding.argument("num_outputs"))
    return whole_number(*count, "num_outputs");
  return 1;
}

bool is_set(const Value* flag) {
  return flag != nullptr && whole_number(*flag, training_mode) != 0;
}

size_t output_count(const Schema& schema, const Binding& binding) {
  if (schema.name == "Split") return split_count(binding);
  if (is_batch_normalization(schema) && !is_set(binding.argument(training_mode))) return 1;
  return schema.outputs.size();
}

Value result_of(const Schema& schema, const Values& outputs) {
  const bool several = schema.outputs.size() > 1 || outputs.size() > 1;
  if (!several) {
    const etalon::Value& only = outputs.front();
    const bool widened = only.is_tensor() && only.tensor().dtype() == DType::float32;
    return widened ? Value(cast(only.tensor(), DType::float64)) : from_onnx(only);
  }
  List list;
  for (const etalon::Value& output : outputs) list.push_back(from_onnx(output));
  return list;
}

// ------------------------------------------------------------------------------------ calls ---

etalon::Node node_of(const Schema& schema, const Binding& binding, const Values& inputs) {
  etalon::Node node;
  node.op_type = schema.name;
  node.name = std::string(onnx_prefix) + schema.name;
  for (size_t i = 0; i < inputs.size(); ++i) {
    node.inputs.push_back(inputs[i].absent() ? "" : fmt::format("input_{}", i));
  }
  for (size_t i = 0; i < output_count(schema, binding); ++i) {
    node.outputs.push_back(fmt::format("output_{}", i));
  }
  for (const auto& [name, value] : binding.attributes()) {
    if (const FormalAttribute* formal = schema.attribute(name)) {
      node.attributes[name] = attribute_from(*formal, value);
    }
  }
  return node;
}

uint32_t draw_seed(const Schema& schema, RandomStream& random) {
  if (schema.attribute("seed") == nullptr) return default_seed;
  return static_cast<uint32_t>(random.uniform() * 0x1p32);
}

Values evaluate_node(const etalon::Node& node, const Values& inputs, int64_t opset, uint32_t seed) {
  etalon::Model model;
  model.opsets[""] = opset;
  Bindings bindings;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs[i].empty()) continue;
    model.graph.inputs.push_back({node.inputs[i], {}});
    bindings[node.inputs[i]] = inputs[i];
  }
  for (const std::string& output : node.outputs) model.graph.outputs.push_back({output, {}});
  model.graph.nodes.push_back(node);
  Options options;
  options.seed = seed;
  options.limits = remaining_limits();
  return evaluate(bind(std::move(model)), bindings, options);
}

// Removes the place that the interpreter puts in front: the caller adds a better one.
std::string without_place(const Schema& schema, std::string_view sentence) {
  const std::string place = fmt::format("{} '{}{}': ", schema.label(), onnx_prefix, schema.name);
  return std::string(sentence.starts_with(place) ? sentence.substr(place.size()) : sentence);
}

Value first_argument(const List& positional, const Dictionary& named) {
  if (!positional.empty()) return positional.front();
  if (named.empty()) throw InvalidInput("argument 'value' is missing");
  return named.begin()->second;
}

void check_opset(int64_t opset) {
  if (opset < 1 || opset > newest_opset("")) {
    throw Unsupported("ONNX opset {} is outside [1, {}]", opset, newest_opset(""));
  }
}

}  // namespace

std::vector<std::string> onnx_function_names(int64_t opset) {
  std::set<std::string> names;
  for (const Schema& schema : all_schemas()) {
    if (schema.domain.empty() && is_function(find_schema("", schema.name, opset))) {
      names.insert(std::string(onnx_prefix) + schema.name);
    }
  }
  return {names.begin(), names.end()};
}

std::optional<FunctionInfo> describe_onnx_function(std::string_view name, int64_t opset) {
  const Schema* schema = schema_named(name, opset);
  if (schema == nullptr) return std::nullopt;
  FunctionInfo info{std::string(name),
                    FunctionKind::onnx,
                    "0.2",
                    input_names(*schema),
                    variadic_first(*schema),
                    "",
                    ""};
  for (const std::string& attribute : attribute_names(*schema)) info.arguments.push_back(attribute);
  if (takes_graphs(*schema)) {
    info.formula = fmt::format("refused: {}", refusal);
    info.source = refusal_place;
    return info;
  }
  const Registration* code = find_implementation("", schema->name, schema->since_version);
  if (code != nullptr) info.source = code->source;
  return info;
}

Value call_onnx_function(std::string_view name, const List& positional, const Dictionary& named,
                         int64_t opset, RandomStream& random) {
  check_opset(opset);
  const Schema* schema = schema_named(name, opset);
  if (schema == nullptr) throw InvalidInput("ONNX has no operator of this name at opset {}", opset);
  if (takes_graphs(*schema)) throw Unsupported("{}", refusal);
  if (schema->name == "Constant") return first_argument(positional, named);
  const Binding binding(*schema, positional, named);
  const Values inputs = inputs_of(*schema, binding);
  const etalon::Node node = node_of(*schema, binding, inputs);
  const uint32_t seed = draw_seed(*schema, random);
  try {
    return result_of(*schema, evaluate_node(node, inputs, opset, seed));
  } catch (const Error& error) {
    throw Error(error.kind(), without_place(*schema, error.what()));
  }
}

}  // namespace etalon::mdf
