// The code of an operator's page: its formula, every helper in ops/ that it uses, and the
// declarations of the engine's functions that it calls.
#pragma once

#include <string>

#include "conformance/explain/sources.h"

namespace etalon::explain {

// The definitions that the registration of a version uses, found by their names: from its own file,
// then from its family's files, each once; then one or more lines for each function of the engine.
// Code that only serves the number types R is shown by its comment. Empty if the sources are not
// installed.
std::string page_code(const Registration& row);

}  // namespace etalon::explain
