// The project's own cases of MDF: of its standard functions,
// data/cases/mdf/<family>/<function>.json, and of whole models,
// data/cases/mdf/model/<subject>.json.
//
//   {"domain": "mdf", "function": "linear", "cases": [
//     {"name": …, "positional": [VALUE, …], "args": {NAME: VALUE, …}, "output": VALUE,
//      "derivation": …,
//      "opset": 13,                   for onnx:: functions
//      "seed": 0,                     of the random stream
//      "rtol": …, "atol": …, "error": …, "xfail": …}]}    as in other own cases
//
// A case of a model (the file's "function" is "model") runs its only graph:
//
//     {"name": …, "model": {ID: {"graphs": …}},      the document of an MDF file
//      "inputs": {"NODE.PORT": VALUE, …}, "steps": 1, "dt": 0.1,
//      "output": {"NODE.ID": VALUE, …},              ports, parameters, functions after the last
//      step "executed": [["A", "B"], …], …}               the sets of nodes that ran in the last
//      step
//
// VALUE has the form that engine/mdf/value.h reads from JSON: 1 is an int64 of rank 0, 1.0 a
// float64, and {"type": "float", "shape": [2], "data": [1, "nan"]} an array of any type.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "conformance/cases/cases.h"
#include "engine/mdf/value.h"

namespace etalon {

// The program etalon-mdf, which runs models. Throws Unsupported where it is not there.
std::filesystem::path mdf_program();
inline constexpr std::string_view no_mdf_program =
    "the program etalon-mdf, which runs MDF models, is neither beside etalon nor on PATH; in "
    "Etalon's source tree, scripts/setup release etalon-mdf builds it";

// True for a case of a model, which mdf_program() runs.
bool is_mdf_model(const Case& test);
// What the entry of such a case expects: its "output", and its "executed" under that name.
nlohmann::ordered_json mdf_expected(const nlohmann::ordered_json& entry);
// "mdf.linear"; "mdf.model" for cases of models.
std::string mdf_case_label(const Case& test);
// The function's result; of a model, a dictionary of the values that the case expects. Throws what
// the function throws, and InvalidInput for a malformed case.
mdf::Value call_mdf_case(const Case& test);
// The expected result. Throws InvalidInput for a malformed case.
mdf::Value mdf_case_output(const Case& test);

}  // namespace etalon
