// Runs side by side as a page for people: totals, lists that a query selects, and a view of each
// operator and each case. The data are one block of JSON, which a script (page/*.js) shows; without
// scripts there is a summary. Nothing is fetched from elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/reports/merge.h"

namespace etalon {

// One self-contained file.
std::string report_page(const std::vector<NamedReport>& runs);

// The same as files: index.html, operators/NAME.html, cases/RELEASE/SUITE/NAME.html, and what they
// share. An existing file is replaced; others stay. Throws InvalidInput when a file cannot be
// written.
void write_report_site(const std::filesystem::path& folder, const std::vector<NamedReport>& runs);

}  // namespace etalon
