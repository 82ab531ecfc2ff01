// The machine-readable report, schema 1: {"schema", "etalon", "backend" (name and version of the
// runtime that was judged, when it was not Etalon), "seconds", "shard": {"index", "count", "of",
// "balanced" (if its cases are not every N-th)} (if a part of the cases was run), "partial":
// {"reason", "done", "of"} (if the run ended before all cases were judged), "allowed": [status]
// (that are not failures of the run), "stale_known": [sentence] (lines of known failures that match
// no case), "run": {"date", "command", "machine", "seed", "rule" (what decided: --rule), "options"
// (of `etalon why`, to judge a case as the run did)}, "summary": {"total", one entry for each
// status, "fail_rounding", "fail_unknown", "fail_unlikely", "fail_wrong" (how many of "fail" have
// this verdict), "fail_accepted" (how many of "fail" are answers where a
// refusal is required)}, "errata": {NAME: how many cases it explains}, "stale_errata": [sentence],
// "cases": [{"release" (the newest), "suite", "name", "status", "kind" (of a mismatch), "releases"
// (all that contain these bytes), "erratum" (the entry that lists the case), "known" (of an xfail
// or xpass: the comment of its line of known failures), "operators", "max_ulp", "max_abs",
// "max_rel" (each null if the outputs were not compared), "exact" (of a backend, where float
// outputs differ: as in exact.h), "judged" (of a backend, where outputs differ: the verdict, as in
// verdict.h), "seconds", "message", "where", "got", "expected",
// "picture": {"output", "shape", "rows"} (as in details.h), "path", "command" (that repeats the
// case), "nodes":
// [{"operator", "name", "attributes": {NAME: text}, "inputs", "outputs"}] (the first), "more_nodes"
// (how many others), "inputs", "outputs": [{"name", "type", "shape"}], "tolerance": {"rtol",
// "atol", "max_ulp", "rule"}}]}. Where outputs differ, also: "data_set" (its number), "elements"
// (the first, as text) of each input, "differences": [{"expected", "got":
// {"name", "type", "shape", "elements"}, "differing" (how many elements), "worst": [{"where",
// "got", "expected"}], "among_shown" (positions of such elements in "elements")}].
//
// Runs of several runtimes are one document, too: {"schema": 1, "runs": [REPORT, …]}.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

std::string json_report(const RunReport& report);
// The same for one run; else a document of several.
std::string json_reports(const std::vector<RunReport>& runs);

// Which Etalon's reports are read: this version's, or any with the same schema.
enum class ReportVersions { same, any };

// Which cases of a report, and what of them, are read. A report of many need not fit into memory.
struct CaseChoice {
  // The fields that are read at first; empty: all. "release", "suite", "name", "status",
  // "operators", "seconds" and "message" are always read.
  std::set<std::string_view> fields = {};
  // Whether a case with these fields is wanted: then all fields of it are read. Without it, every
  // case has only the `fields`.
  std::function<bool(const CaseResult&)> wanted = {};
};

// The runs of such a document, of one or several. Throws InvalidInput, naming the file, if it is
// not a report.
std::vector<RunReport> read_json_reports(const std::filesystem::path& file,
                                         ReportVersions versions = ReportVersions::same,
                                         const CaseChoice& choice = {});
// The one run. Throws InvalidInput for a document of several, too.
RunReport read_json_report(const std::filesystem::path& file,
                           ReportVersions versions = ReportVersions::same,
                           const CaseChoice& choice = {});

}  // namespace etalon
