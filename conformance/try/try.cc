#include "conformance/try/try.h"

#include <chrono>
#include <cstdlib>
#include <limits>
#include <optional>

#include "conformance/cases/own_cases.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr size_t most_memory = size_t{256} << 20;
constexpr std::chrono::seconds most_time{10};
constexpr int most_outputs = 1000;

struct Asked {
  const Schema* schema;
  int64_t opset;
  json inputs;
  json attributes;
  std::vector<bool> outputs;  // false: left out
};

const Schema* schema_of(const std::string& domain, const std::string& name, int64_t opset) {
  const Schema* schema = find_schema(domain, name, opset);
  const std::string where = domain.empty() ? "ai.onnx" : printable(domain);
  if (schema == nullptr) {
    throw Unsupported("opset {} of domain {} has no operator {}", opset, where, in_quotes(name));
  }
  if (find_implementation(schema->domain, schema->name, schema->since_version) == nullptr) {
    throw Unsupported("{} cannot be tried here: this build of Etalon leaves it out",
                      schema->label());
  }
  return schema;
}

std::vector<bool> wanted_outputs(const json& request, const Schema& schema) {
  std::vector<bool> wanted(static_cast<size_t>(std::max(schema.min_outputs, 1)), true);
  if (!request.contains("outputs")) return wanted;
  const json& outputs = request.at("outputs");
  const int64_t count = outputs.is_array()            ? static_cast<int64_t>(outputs.size())
                        : outputs.is_number_integer() ? outputs.get<int64_t>()
                                                      : 0;
  if (count < 1 || count > most_outputs) {
    throw InvalidInput("'outputs' must be a number from 1 to {}, or a list", most_outputs);
  }
  wanted.assign(static_cast<size_t>(count), true);
  for (size_t i = 0; outputs.is_array() && i < outputs.size(); ++i) {
    wanted[i] = !outputs[i].is_null();
  }
  return wanted;
}

template <class T>
T field(const json& request, const char* key, T otherwise) {
  if (!request.contains(key)) return otherwise;
  try {
    return request.at(key).get<T>();
  } catch (const json::exception&) {
    throw InvalidInput("'{}' must be {}", key,
                       std::is_same_v<T, std::string> ? "text" : "a number");
  }
}

Asked asked(const json& request) {
  if (!request.is_object()) throw InvalidInput("the request is not a JSON object");
  check_keys(request, "the request",
             {"operator", "domain", "version", "inputs", "attributes", "outputs"});
  const auto domain = field<std::string>(request, "domain", "");
  const auto opset = field<int64_t>(request, "version", newest_opset(domain));
  const Schema* schema = schema_of(domain, field<std::string>(request, "operator", ""), opset);
  Asked result{schema, opset, request.value("inputs", json::array()),
               request.value("attributes", json::object()), wanted_outputs(request, *schema)};
  if (!result.inputs.is_array()) throw InvalidInput("'inputs' must be a list");
  if (!result.attributes.is_object()) throw InvalidInput("'attributes' must be an object");
  return result;
}

// A node with the outputs that are wanted, whose types are whatever the evaluation gives.
BoundModel model_of(const Asked& call) {
  const json head = {{"domain", call.schema->domain}, {"operator", call.schema->name}};
  onnx::ModelProto proto = own_case_model(
      head, {{"opset", call.opset}, {"inputs", call.inputs}, {"attributes", call.attributes}});
  onnx::GraphProto& graph = *proto.mutable_graph();
  onnx::NodeProto& node = *graph.mutable_node(0);
  graph.clear_output();
  node.clear_output();
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    const std::string name = call.outputs[i] ? fmt::format("output_{}", i) : "";
    node.add_output(name);
    if (!name.empty()) graph.add_output()->set_name(name);
  }
  return parse_model(proto.SerializeAsString());
}

// True for a formal input that only 32- and 64-bit integers may be: sizes, axes, indices.
bool counts_elements(const Schema& schema, size_t input) {
  const FormalParameter* formal = parameter_at(schema.inputs, input);
  if (formal == nullptr) return false;
  const TypeConstraint* constraint = schema.constraint(formal->type);
  if (constraint == nullptr) return formal->type == "tensor(int64)";
  for (const std::string& type : constraint->types) {
    if (type != "tensor(int32)" && type != "tensor(int64)") return false;
  }
  return true;
}

// WebAssembly has 32-bit addresses, so operators' sizes have 32 bits there. The ends of int64 are
// the usual spelling of "to the end", and stay.
void check_size(int64_t size, std::string_view what) {
  using Most = std::numeric_limits<int64_t>;
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (sizeof(size_t) > 4 || std::llabs(std::max(size, -Most::max())) <= most) return;
  if (size >= Most::max() - most || size <= Most::min() + most) return;
  throw LimitExceeded("{} has {}: sizes and indices beyond 2^31 cannot be tried here", what, size);
}

void check_sizes(const Asked& call, size_t input, const Value& value) {
  if (!value.is_tensor() || !is_integer(value.tensor().dtype())) return;
  if (!counts_elements(*call.schema, input)) return;
  const std::string what = fmt::format("input {}", input);
  for (const int64_t size : value.tensor().ints()) check_size(size, what);
}

void check_attribute_sizes(const json& attributes) {
  for (const auto& [name, value] : attributes.items()) {
    const std::string what = fmt::format("attribute {}", in_quotes(name));
    if (value.is_number_integer()) check_size(value.get<int64_t>(), what);
    if (!value.is_array()) continue;
    for (const json& item : value) {
      if (item.is_number_integer()) check_size(item.get<int64_t>(), what);
    }
  }
}

Bindings bindings_of(const Asked& call) {
  check_attribute_sizes(call.attributes);
  Bindings bindings;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].is_null()) continue;
    const Value value = value_from_json(call.inputs[i]);
    check_sizes(call, i, value);
    bindings[fmt::format("input_{}", i)] = value;
  }
  return bindings;
}

// The outputs that are wanted, each in its place.
ordered_json outputs_of(const Asked& call) {
  Options options;
  options.limits.max_memory = most_memory;
  options.limits.deadline = std::chrono::steady_clock::now() + most_time;
  options.lenient = true;
  const LimitScope reading(options.limits);
  const Values values = evaluate(model_of(call), bindings_of(call), options);
  ordered_json outputs = ordered_json::array();
  size_t next = 0;
  for (const bool wanted : call.outputs) {
    outputs.push_back(wanted ? value_to_json(values.at(next++)) : nullptr);
  }
  return outputs;
}

// A page has no options to raise a limit with, of which some sentences end by telling.
ordered_json error(const std::string& sentence) {
  return {{"error", sentence.substr(0, sentence.find("; --max-"))}};
}

ordered_json answered(std::string_view request) {
  try {
    return {{"outputs", outputs_of(asked(parse_json(request)))}};
  } catch (const Error& problem) {
    return error(problem.what());
  } catch (const json::parse_error&) {
    return error("the request is not JSON");
  } catch (const json::exception& problem) {
    return error(json_sentence(problem));
  } catch (const std::bad_alloc&) {
    return error("the memory that a page may use is exhausted");
  } catch (...) {
    return error("this call shows a defect of Etalon");
  }
}

}  // namespace

std::string answer(std::string_view request) { return json_text(answered(request)); }

}  // namespace etalon

const char* etalon_try(const char* request) {
  static std::string last;
  last = etalon::answer(request);
  return last.c_str();
}
