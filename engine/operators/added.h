// Operators that a program adds to Etalon's own.
#pragma once

#include <filesystem>
#include <string>

#include "engine/operators/operator.h"

namespace etalon {

// Adds the operators of a shared library, which etalon_operators() of the installed CMake package
// makes of formulas and schemas (ops/README.md). To be called before models are loaded. Throws
// InvalidInput, naming the file, where it is another kind of library or file, was made for another
// version, or has an operator version that there is, or one without its schema.
void load_operators(const std::filesystem::path& library);

// Adds an operator that takes any inputs, outputs and attributes. Throws InvalidInput for a version
// that there is, or that is not at least 1.
const Schema& add_operator(const std::string& domain, const std::string& name, int since_version,
                           Implementation run);

}  // namespace etalon
