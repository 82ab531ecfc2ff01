#include "conformance/generate/written_node.h"

#include "conformance/cases/own_cases.h"
#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/usage_error.h"
#include "conformance/generate/elements.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

using nlohmann::json;

constexpr size_t most_outputs = 10'000;

// An input with only type and shape gets random elements.
Value input_of(const json& written, const std::string& op_type, size_t index, Draw& draw) {
  const bool drawn = written.is_object() && written.contains("shape") &&
                     !written.contains("data") && !written.contains("values");
  if (!drawn) return value_from_json(written);
  const auto& text = written.at("type").get_ref<const std::string&>();
  const DType plain = dtype_named(text);
  const DType type = plain == DType::undefined ? type_named(text).dtype : plain;
  return random_tensor(draw, type, written.at("shape").get<Shape>(), domain_of(op_type, index));
}

int64_t opset_of(const json& written, const std::string& domain, const std::string& op_type) {
  if (!written.contains("version")) return written.value("opset", int64_t{newest_opset(domain)});
  if (written.contains("opset")) throw InvalidInput("a call has either a version or an opset");
  const auto version = written.at("version").get<int64_t>();
  const Schema* schema = find_schema(domain, op_type, version);
  if (schema == nullptr || schema->since_version != version) {
    throw InvalidInput("{} has no version {}", op_type, version);
  }
  return version;
}

void name_outputs(const json& written, onnx::NodeProto& node) {
  if (!written.contains("outputs")) return;
  const json& outputs = written.at("outputs");
  const size_t count = outputs.is_array() ? outputs.size() : outputs.get<size_t>();
  if (count > most_outputs) throw InvalidInput("a call of {} outputs is too large", count);
  node.clear_output();
  for (size_t i = 0; i < count; ++i) {
    const bool wanted = !outputs.is_array() || !outputs[i].is_null();
    node.add_output(wanted ? fmt::format("output_{}", i) : "");
  }
}

// The attributes are read like those of an own case; the inputs are named by position.
NodeCall call_of(const json& document, const json& written, Draw& draw) {
  const auto domain = document.value("domain", std::string());
  const auto op_type = document.at("operator").get<std::string>();
  NodeCall call;
  call.opset = opset_of(written, domain, op_type);
  json attributes_only = {{"opset", call.opset}};
  if (written.contains("attributes")) attributes_only["attributes"] = written.at("attributes");
  const json named = {{"domain", domain}, {"operator", op_type}};
  call.node = own_case_model(named, attributes_only).graph().node(0);
  const json inputs = written.value("inputs", json::array());
  for (size_t i = 0; i < inputs.size(); ++i) {
    call.inputs.push_back(input_of(inputs[i], op_type, i, draw));
    call.node.add_input(call.inputs.back().absent() ? "" : fmt::format("input_{}", i));
  }
  name_outputs(written, call.node);
  return call;
}

// True for a --node that is JSON itself, not the name of a file with it.
bool is_inline(const std::string& node) {
  const size_t first = node.find_first_not_of(" \t\n");
  return first != std::string::npos && node[first] == '{';
}

json node_document(const std::string& node) {
  if (!is_inline(node)) return read_json(node);
  try {
    return parse_json(node);
  } catch (const json::exception& problem) {
    throw UsageError("--node: not JSON: " + json_sentence(problem));
  }
}

// A call has the keys of an own case, and "version".
void check_call(const json& document, json written) {
  if (written.is_object()) written.erase("version");
  check_own_case(document, written);
}

}  // namespace

std::vector<WrittenCall> written_calls(const json& document, Draw& draw) {
  if (!document.is_object()) {
    throw InvalidInput("a call must be a JSON object, not {}", document.type_name());
  }
  try {
    if (!document.contains("cases")) {
      check_keys(document, "the call",
                 {"domain", "operator", "opset", "version", "attributes", "inputs", "outputs"});
      return {{"", call_of(document, document, draw)}};
    }
    check_own_file(document);
    std::vector<WrittenCall> calls;
    for (const json& written : document.at("cases")) {
      check_call(document, written);
      if (written.contains("error")) continue;  // own cases that expect an error
      calls.push_back({written.at("name").get<std::string>(), call_of(document, written, draw)});
    }
    return calls;
  } catch (const json::exception& problem) {
    throw InvalidInput("{}", json_sentence(problem));
  }
}

std::vector<WrittenCall> read_calls(const std::string& node, Draw& draw) {
  const json document = node_document(node);
  try {
    return written_calls(document, draw);
  } catch (Error& error) {
    error.locate(place_of_calls(node));
    throw;
  }
}

std::string place_of_calls(const std::string& node) { return is_inline(node) ? "--node" : node; }

}  // namespace etalon
