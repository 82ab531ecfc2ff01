#include "conformance/explain/function_text.h"

#include <fmt/format.h>

#include "conformance/explain/schema_text.h"
#include "engine/mdf/onnx_function.h"
#include "engine/operators/schema.h"

namespace etalon {

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

}  // namespace

std::string function_text(const mdf::FunctionInfo& function, int64_t onnx_opset) {
  std::string text = fmt::format("mdf.{} (ModECI MDF {}): implemented in {}\n", function.name,
                                 function.since, function.source);
  if (!function.formula.empty()) text += fmt::format("  {}\n", function.formula);
  text += fmt::format("  arguments ({})\n", kind_text(function.kind));
  for (const std::string& argument : function.arguments) text += fmt::format("    {}\n", argument);
  if (function.kind != mdf::FunctionKind::onnx) return text;
  const Schema* schema = find_schema("", function.name.substr(mdf::onnx_prefix.size()), onnx_opset);
  if (schema == nullptr) return text;
  return text + fmt::format("  calls {}, in force at opset {}\n", schema->label(), onnx_opset) +
         schema_text(*schema);
}

}  // namespace etalon
