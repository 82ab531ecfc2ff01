// Judging cases again, as an earlier run did.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

// The case as commands take it: "1.22.0/node/test_abs" for a fetched case, else its folder, or the
// file of an own case with its name: "cases/Add.json#Add: zero".
std::string case_reference(const CaseResult& result);

// "etalon why 1.22.0/node/test_abs --backend 'python3 my.py'". Empty when the report is of a time
// when paths were not recorded.
std::string repeat_command(const RunReport& report, const CaseResult& result);

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
