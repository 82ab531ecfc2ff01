#include "conformance/explain/function_text.h"

#include <fmt/format.h>

#include "conformance/explain/explanation_text.h"
#include "conformance/explain/header.h"
#include "conformance/explain/schema_text.h"
#include "engine/mdf/onnx_function.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::explain {

using nlohmann::ordered_json;

namespace {

std::string kind_text(mdf::FunctionKind kind) {
  switch (kind) {
    case mdf::FunctionKind::native:
      return "float64 arrays, which broadcast; by name or position; no defaults";
    case mdf::FunctionKind::onnx:
      return "the operator's inputs, then its attributes; by name or position";
    case mdf::FunctionKind::actr:
      return "strings, dictionaries and lists of them; by position";
  }
  return "";
}

// The operator that an onnx:: function calls.
std::string called_text(const mdf::FunctionInfo& function, int64_t onnx_opset) {
  const Schema* schema = find_schema("", function.name.substr(mdf::onnx_prefix.size()), onnx_opset);
  if (schema == nullptr) return "";
  return fmt::format("  calls {}, in force at opset {}\n", schema->label(), onnx_opset) +
         schema_text(*schema);
}

std::string example_text(const FunctionExample& example) {
  std::string text = fmt::format("  example (own case '{}')\n", printable(example.source));
  for (const auto& [name, value] : example.arguments) {
    text += fmt::format("    {} = {}\n", name, value);
  }
  return text + fmt::format("    gives\n    {}\n", example.result);
}

}  // namespace

std::string function_text(const FunctionFacts& facts, int64_t onnx_opset) {
  const mdf::FunctionInfo& function = facts.info;
  std::string text = fmt::format("mdf.{} (ModECI MDF {}): implemented in {}\n", function.name,
                                 function.since, function.source);
  if (!function.formula.empty()) text += fmt::format("  {}\n", function.formula);
  text += fmt::format("  arguments ({})\n", kind_text(function.kind));
  for (const std::string& argument : function.arguments) text += fmt::format("    {}\n", argument);
  if (function.kind == mdf::FunctionKind::onnx) text += called_text(function, onnx_opset);
  if (!facts.sources.empty()) text += header_text(header_of(facts.sources[0].text));
  if (facts.example) text += example_text(*facts.example);
  const std::string verdict = verdict_text(facts);
  return verdict.empty() ? text : text + "  " + verdict + "\n";
}

ordered_json function_json(const FunctionFacts& facts) {
  const mdf::FunctionInfo& function = facts.info;
  ordered_json entry = {{"domain", "mdf"},
                        {"name", function.name},
                        {"since", function.since},
                        {"source", function.source},
                        {"formula", function.formula},
                        {"arguments", function.arguments}};
  if (facts.example) {
    entry["example"] = {{"case", facts.example->source}, {"result", facts.example->result}};
    for (const auto& [name, value] : facts.example->arguments) {
      entry["example"]["arguments"].push_back({{"name", name}, {"value", value}});
    }
  }
  if (!facts.verdict.empty()) entry["own_cases"] = facts.verdict;
  return entry;
}

}  // namespace etalon::explain
