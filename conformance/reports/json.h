// The machine-readable report, schema 1: {"schema", "etalon", "summary": {"total", one entry for
// each status}, "errata": {NAME: how many cases it explains}, "stale_errata": [sentence], "cases":
// [{"release" (the newest), "suite", "name", "status", "kind" (of a mismatch), "releases" (all in
// which these bytes stood), "erratum" (the entry that names the case), "operators", "max_ulp",
// "seconds", "message"}]}.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string json_report(const RunReport& report);

}  // namespace etalon
