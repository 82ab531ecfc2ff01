// MDF's standard functions as text.
#pragma once

#include <string>

#include "engine/mdf/function.h"

namespace etalon {

// "mdf.linear (ModECI MDF 0.2): implemented in …", then the formula, the arguments and, for an
// onnx:: function, its operator's schema at the opset; one item per line, indented.
std::string function_text(const mdf::FunctionInfo& function, int64_t onnx_opset);

}  // namespace etalon
