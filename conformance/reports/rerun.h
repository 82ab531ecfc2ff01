// Running again what an earlier report says about its cases.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

// True if the result has one of these statuses; if there are none, if it is neither as expected nor
// unsupported.
bool has_status(const CaseResult& result, const std::vector<Status>& statuses);

// Keeps the cases that the report has with one of these statuses (see has_status).
void keep_reported(std::vector<Case>& cases, const RunReport& report,
                   const std::vector<Status>& statuses);

// The releases of the report's results with one of these statuses, each once; without that of cases
// from elsewhere, which are only found by their path.
std::vector<std::string> releases_of(const RunReport& report, const std::vector<Status>& statuses);

}  // namespace etalon
