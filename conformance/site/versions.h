// Sections of an operator's page about its versions.
#pragma once

#include <string>

#include "conformance/site/operator_page.h"

namespace etalon::site {

// A table: what each version means, and what it changes in the schema.
std::string changes_section(const OperatorPage& page);
// A section for each version: inputs, outputs, attributes, types, function body.
std::string version_sections(const OperatorPage& page);
// All versions side by side.
std::string comparison_section(const OperatorPage& page);

}  // namespace etalon::site
