// What is known about a function of MDF beyond its description: its code, an example, its cases;
// as text and as JSON.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/explain/sources.h"
#include "engine/mdf/function.h"

namespace etalon::explain {

// A small call from the project's own cases, evaluated.
struct FunctionExample {
  std::string source;                                          // the own case's name
  std::vector<std::pair<std::string, std::string>> arguments;  // names and values, as JSON
  std::string result;                                          // as JSON
};

struct FunctionFacts {
  mdf::FunctionInfo info;
  std::vector<Source> sources;
  std::optional<FunctionExample> example;
  std::map<std::string, int> verdict;  // of its own cases, by status: "pass" → 10
};

// Evaluates the function's own cases.
FunctionFacts facts_of(const mdf::FunctionInfo& function);

// "10 of 10 own cases pass"; empty where there are none.
std::string verdict_text(const FunctionFacts& facts);

// "mdf.linear (ModECI MDF 0.2): implemented in …", then the formula, the arguments and, for an
// onnx:: function, its operator's schema at the opset; the example; how many own cases pass. One
// item per line, indented.
std::string function_text(const FunctionFacts& facts, int64_t onnx_opset);
nlohmann::ordered_json function_json(const FunctionFacts& facts);

}  // namespace etalon::explain
