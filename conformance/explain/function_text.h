// MDF's standard functions as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "conformance/explain/function_facts.h"

namespace etalon::explain {

// "mdf.linear (ModECI MDF 0.2): implemented in …", then the formula, the arguments and, for an
// onnx:: function, its operator's schema at the opset; the example; how many own cases pass. One
// item per line, indented.
std::string function_text(const FunctionFacts& facts, int64_t onnx_opset);
nlohmann::ordered_json function_json(const FunctionFacts& facts);

}  // namespace etalon::explain
