// Sections of an operator's page.
#pragma once

#include <string>
#include <vector>

#include "conformance/explain/runtimes.h"
#include "conformance/site/operator_page.h"

namespace etalon::site {

// About its versions (versions.cc). A table: what each version means, and what it changes in the
// schema.
std::string changes_section(const OperatorPage& page);
// A section for each version: inputs, outputs, attributes, types, function body.
std::string version_sections(const OperatorPage& page);
// All versions side by side.
std::string comparison_section(const OperatorPage& page);

// About proof (evidence.cc): what the text leaves open, errata, other runtimes, cases.
std::string points_section(const OperatorPage& page, const std::string& file,
                           const Definitions& definitions);
std::string errata_section(const OperatorPage& page);
std::string runtimes_section(const OperatorPage& page);
std::string accuracy_section(const OperatorPage& page);
std::string cases_section(const OperatorPage& page, const Reference& reference);

// The runtimes of the verdicts: the head of a table after its first column.
void add_runtimes(std::vector<std::string>& head);
// "12 pass, 1 fail" in the colour of the worst.
std::string counts_markup(const explain::Verdict& verdict);
// "Cases of … that test …; measured …."
std::string measured_sentence(std::string_view what);

// One point or erratum, for the pages that list all.
// `code` follows what is known of it.
std::string point_markup(const OpenPoint& point, const std::string& code = {});
std::string erratum_markup(const Erratum& erratum);

}  // namespace etalon::site
