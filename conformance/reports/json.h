// The machine-readable report, schema 1: {"schema", "etalon", "summary": {"total", one entry for
// each status}, "cases": [{"release", "suite", "name", "status", "kind" (of a fail), "operators",
// "max_ulp", "seconds", "message"}]}.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string json_report(const RunReport& report);

}  // namespace etalon
