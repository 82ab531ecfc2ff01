// The code of an operator's page: its formula, with every helper of ops/ that it leads to, and of
// the engine what its words promise.
#pragma once

#include <string>

#include "conformance/explain/sources.h"

namespace etalon::explain {

// What the registration of a version leads to, by names: from its own file, then from its family's,
// each definition once, then a line or more for each word of the engine. What only serves the
// carriers of exact numbers is there by its comment alone. Empty where the sources are not there.
std::string page_code(const Registration& row);

}  // namespace etalon::explain
