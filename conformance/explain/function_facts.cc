#include "conformance/explain/function_facts.h"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/cases/cases.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/cases/operator_names.h"
#include "conformance/common/paths.h"
#include "conformance/explain/explanation.h"
#include "conformance/explain/header.h"
#include "conformance/explain/schema_text.h"
#include "conformance/judge/judge.h"
#include "engine/mdf/onnx_function.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::explain {

using nlohmann::ordered_json;

namespace {

using CasesByLabel = std::map<std::string, std::vector<Case>>;

// The own cases of MDF's functions, by "mdf.linear". Read once.
const CasesByLabel& own_function_cases() {
  static const CasesByLabel cases = [] {
    CasesByLabel found;
    const std::filesystem::path folder = own_cases_folder() / "mdf";
    if (!std::filesystem::is_directory(folder)) return found;
    for (const Case& test : discover(folder)) {
      if (test.function && test.problem.empty()) found[mdf_case_label(test)].push_back(test);
    }
    return found;
  }();
  return cases;
}

const ordered_json& entry_of(const Case& test) { return test.function->at("cases").at(test.index); }

// Smaller is better: a short call that is not of a bare number.
size_t cost(const ordered_json& entry) {
  const ordered_json output = entry.value("output", ordered_json());
  const size_t length = entry.value("args", ordered_json()).dump().size() +
                        entry.value("positional", ordered_json()).dump().size() +
                        output.dump().size();
  return length + (output.is_number() ? 30 : 0) + (output.empty() ? 60 : 0);
}

std::string value_text(const ordered_json& written) {
  return mdf::to_text(mdf::from_json(written));
}

FunctionExample example_from(const Case& test, const mdf::FunctionInfo& function) {
  const ordered_json& entry = entry_of(test);
  FunctionExample example{test.name, {}, mdf::to_text(call_mdf_case(test))};
  const ordered_json positional = entry.value("positional", ordered_json::array());
  for (size_t i = 0; i < positional.size(); ++i) {
    const size_t at = function.variadic ? 0 : i;
    const std::string name =
        at < function.arguments.size() ? function.arguments[at] : std::to_string(i);
    example.arguments.emplace_back(name, value_text(positional[i]));
  }
  const ordered_json named = entry.value("args", ordered_json::object());
  for (const auto& [name, value] : named.items()) {
    example.arguments.emplace_back(name, value_text(value));
  }
  return example;
}

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

FunctionFacts facts_of(const mdf::FunctionInfo& function) {
  FunctionFacts facts{function, sources_of(function.source), {}, {}};
  const auto found = own_function_cases().find(std::string(mdf_prefix) + function.name);
  if (found == own_function_cases().end()) return facts;
  const Case* best = nullptr;
  for (const Case& test : found->second) {
    const Status status = judge(test).status;
    ++facts.verdict[std::string(to_string(status))];
    if (status != Status::pass || entry_of(test).contains("error")) continue;
    if (best == nullptr || cost(entry_of(test)) < cost(entry_of(*best))) best = &test;
  }
  if (best != nullptr) facts.example = example_from(*best, function);
  return facts;
}

std::string verdict_text(const FunctionFacts& facts) {
  int all = 0;
  for (const auto& [status, count] : facts.verdict) all += count;
  if (all == 0) return "";
  const auto passed = facts.verdict.find("pass");
  return fmt::format("{} of {} own cases pass", passed == facts.verdict.end() ? 0 : passed->second,
                     all);
}

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
