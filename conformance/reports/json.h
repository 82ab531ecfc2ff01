// The machine-readable report, schema 1: {"schema", "etalon", "backend" (name and version of the
// runtime that was judged, when it was not Etalon), "seconds", "shard": {"index", "count", "of"}
// (if a part of the cases was run), "summary": {"total", one entry for each status}, "errata":
// {NAME: how many cases it explains}, "stale_errata": [sentence], "cases":
// [{"release" (the newest), "suite", "name", "status", "kind" (of a mismatch), "releases" (all that
// contain these bytes), "erratum" (the entry that lists the case), "operators", "max_ulp",
// "exact" (of a backend, where float outputs differ: as in exact_error.h), "seconds", "message",
// "where", "got", "expected", "picture": {"output", "shape", "rows"} (as in error_picture.h)}]}.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string json_report(const RunReport& report);

// Reads such a report. Throws InvalidInput, naming the file, if it is not one.
RunReport read_json_report(const std::filesystem::path& file);

}  // namespace etalon
