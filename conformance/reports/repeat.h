// The command that judges one case again as a run did.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

// The case as commands take it: "1.22.0/node/test_abs" for a fetched case, else its folder, or the
// file of an own case with its name: "cases/Add.json#Add: zero".
std::string case_reference(const CaseResult& result);

// "etalon why 1.22.0/node/test_abs --backend 'python3 my.py'". Empty when the report is of a time
// when paths were not recorded.
std::string repeat_command(const RunReport& report, const CaseResult& result);

}  // namespace etalon
