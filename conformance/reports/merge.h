// Merging reports of parts of a run into the report of the whole run.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/json.h"
#include "conformance/reports/summary.h"

namespace etalon {

struct NamedReport {
  std::string name;  // for messages: its file
  RunReport report;
};

// The runs of all files, under the file's name, with the runtime's where a file has several. Throws
// InvalidInput, naming the file, for a file that is not a report.
std::vector<NamedReport> read_runs(const std::vector<std::string>& files,
                                   ReportVersions versions = ReportVersions::same);

// Cases of shards are put in the order of the unsharded run; other reports are concatenated.
// Seconds are added; the date is that of the first. Throws InvalidInput for reports of different
// runtimes, of shards of different runs, for a duplicate shard or case and, unless `partial`, for
// missing shards.
RunReport merge_reports(std::vector<NamedReport>&& reports, bool partial);

// The reports of each runtime (its name and version) merged, in the order of the first of each.
std::vector<RunReport> merge_runs(std::vector<NamedReport>&& reports, bool partial);

}  // namespace etalon
