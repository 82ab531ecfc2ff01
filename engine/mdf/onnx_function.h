// MDF's onnx:: functions: any operator of ONNX, called with MDF's values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mdf/function.h"

namespace etalon::mdf {

inline constexpr std::string_view onnx_prefix = "onnx::";

// "onnx::Abs", … of every operator in force at the opset, withdrawn ones too, sorted.
std::vector<std::string> onnx_function_names(int64_t opset);
// Nothing for an operator that the opset does not have.
std::optional<FunctionInfo> describe_onnx_function(std::string_view name, int64_t opset);

// Arguments: positional ones are the schema's inputs in order, then its attributes in alphabetical
// order; named ones have their names. When the first input is variadic, it takes all positional
// arguments, and after them all named ones that are not attributes. None leaves an argument out;
// what is left out has the schema's default.
//
// Values: an input takes what makes an array, or the items of a list where the operator wants a
// sequence (of an array: its entries along the first axis). float64 becomes float32; a bare number
// or string becomes an array of shape [1].
//
// Results: of an operator that declares several outputs, a list of all; else the one value, float32
// as float64. A sequence is a list.
//
// Exceptions: Constant returns its first argument; Reshape flattens `shape`; Pad converts
// `constant_value` to the data's type; BatchNormalization takes `training_mode` (default 0) at
// every opset, and without it gives Y alone, in a list; Split gives as many outputs as `split` has
// entries (else as `num_outputs` says, else one).
//
// `random` starts the generators that have no seed of their own.
Value call_onnx_function(std::string_view name, const List& positional, const Dictionary& named,
                         int64_t opset, RandomStream& random);

}  // namespace etalon::mdf
