// Sections of an operator's page.
#pragma once

#include <string>
#include <vector>

#include "conformance/site/operator_page.h"

namespace etalon::site {

// About its versions (versions.cc). A table: what each version means, and what it changes in the
// schema.
std::string changes_section(const OperatorPage& page);
// A section for each version: inputs, outputs, attributes, types, function body.
std::string version_sections(const OperatorPage& page);
// All versions side by side.
std::string comparison_section(const OperatorPage& page);

// The specification's text (texts.cc), and its page on onnx.ai.
std::string texts_section(const OperatorPage& page);
std::string onnx_page(const Schema& schema);

// About proof (evidence.cc): what the text leaves open, errata, other runtimes, cases.
std::string points_section(const OperatorPage& page, const std::string& file,
                           const Definitions& definitions);
std::string errata_section(const OperatorPage& page);
std::string runtimes_section(const OperatorPage& page);
std::string accuracy_section(const OperatorPage& page);
std::string cases_section(const OperatorPage& page, const Reference& reference);

// One point or erratum, for the pages that list all.
// `code` follows what is known of it.
std::string point_markup(const OpenPoint& point, const std::string& code = {});
std::string erratum_markup(const Erratum& erratum);

}  // namespace etalon::site
