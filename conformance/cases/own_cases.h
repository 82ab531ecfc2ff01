// The project's own cases: data/cases/<domain>/<family>/<Operator>.json, one-node models in
// readable form. Family as in ops/; a case's suite is its domain.
//
//   {"domain": "ai.onnx", "operator": "Add", "cases": [
//     {"name": …, "opset": 6, "attributes": {…}, "inputs": [VALUE, …], "outputs": [VALUE, …],
//      "derivation": …,
//      "rtol": …, "atol": …,          other tolerances than the official ones
//      "error": "InvalidInput",       this error is expected instead of outputs
//      "points": ["Add.overflow"],    open points that it meets, where its values do not show it
//      "shapes": true,                the model declares the shapes of its inputs and outputs
//      "xfail": "reason"}]}           the case is known to fail
//
// "finding" beside "cases" is what a file of data/findings says of a runtime; it is not read.
//
// Files with "function" instead of "operator" contain cases of MDF's functions: see mdf_cases.h.
//
// VALUE as in json_values.h. Attributes have the type that the operator's schema gives them;
// a tensor is a VALUE, a graph is {"inputs": [{"name", "type", "shape", which may be left out}],
// "outputs": [the same],
// "initializers": {NAME: VALUE}, "nodes": [{"operator", "domain", "inputs": [NAME], "outputs":
// [NAME], "attributes": {…}}]}.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/values/value.h"

namespace onnx {
class ModelProto;
class TypeProto;
}  // namespace onnx

namespace etalon {

// The one-node model of a case. `document` is the whole file, `written` one of its cases. Inputs
// are named input_0, … and outputs output_0, …. Throws InvalidInput.
onnx::ModelProto own_case_model(const nlohmann::json& document, const nlohmann::json& written);

// The i-th of a case's inputs or outputs. Throws InvalidInput that begins with "input 0".
Value own_value(const nlohmann::json& values, std::string_view what, size_t i);

// Throws InvalidInput for a key of a file, or of one of its cases, that has no meaning there: the
// file's list "cases" is not looked into.
void check_own_file(const nlohmann::json& document);
void check_own_case(const nlohmann::json& document, const nlohmann::json& written);

// A type; with `shapes`, those of its tensors. A dimension without a number, as where the tensors
// of a sequence differ, is left open.
void write_type(const Type& type, onnx::TypeProto& proto, bool shapes = false);

}  // namespace etalon
