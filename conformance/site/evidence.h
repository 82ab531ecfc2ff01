// Sections of an operator's page about proof: what the text leaves open, errata, other runtimes,
// cases.
#pragma once

#include <string>
#include <vector>

#include "conformance/explain/runtimes.h"
#include "conformance/site/operator_page.h"

namespace etalon::site {

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
