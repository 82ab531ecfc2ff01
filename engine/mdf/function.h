// The standard functions of the ModECI Model Description Format: the native ones ("linear"), the
// ONNX operators ("onnx::Abs"), those of ACT-R ("retrieve_chunk"). This is the callers' side;
// standard_function.h is what a function's file uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mdf/value.h"

namespace etalon {
class RandomStream;
}  // namespace etalon

namespace etalon::mdf {

inline constexpr int64_t default_onnx_opset = 13;

struct CallContext {
  // Of onnx:: functions: the model's onnx_opset_version.
  int64_t onnx_opset = default_onnx_opset;
  // The stream that conflict_resolution_function and ONNX's random generators draw from; it
  // continues from call to call. Without it, each call starts with default_seed.
  RandomStream* random = nullptr;
};

enum class FunctionKind {
  native,  // float64, elementwise; arguments by name or position
  onnx,    // arguments by name or position: the schema's inputs, then its attributes
  actr,    // arguments by position: named ones in their order, whatever their names
};

struct FunctionInfo {
  std::string name;  // "linear", "onnx::Abs"
  FunctionKind kind = FunctionKind::native;
  std::string since;  // the release of MDF that brought it: "0.2"
  // The names of its arguments: of onnx:: functions the schema's inputs, then its attributes in
  // alphabetical order. A node passes each port, parameter and earlier function with such an id
  // under that name (not to actr functions).
  std::vector<std::string> arguments;
  bool variadic = false;  // the first argument, an ONNX input, takes any number of values
  std::string formula;    // "variable0·slope + intercept", or in words; empty for most onnx::
  std::string source;     // "ops/mdf/native/linear.cc:12"
};

// The function's description at this opset; nothing when there is no such function.
std::optional<FunctionInfo> find_function(std::string_view name,
                                          int64_t onnx_opset = default_onnx_opset);
// Every function, onnx:: ones as of opset 13, sorted by name within each kind.
std::vector<FunctionInfo> all_functions();

// Positional arguments come first, none of them again by name. Several results are a list. Throws
// InvalidInput, naming function and argument, for an unknown function, an argument that is
// missing, unknown or given twice, and values that the function does not take; Unsupported for
// onnx::If, onnx::Loop and onnx::Scan; what the ONNX operator throws. Errors are not located, so
// that the caller can put the node in front.
Value call_function(std::string_view name, const List& positional, const Dictionary& named,
                    const CallContext& context = {});

}  // namespace etalon::mdf
