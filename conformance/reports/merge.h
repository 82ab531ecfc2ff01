// Merging reports of parts of a run into the report of the whole run.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

struct NamedReport {
  std::string name;  // for messages: its file
  RunReport report;
};

// Cases of shards are put in the order of the unsharded run; other reports are concatenated.
// Seconds are added; the date is that of the first. Throws InvalidInput for reports of different
// runtimes, of shards of different runs, for a duplicate shard or case and, unless `partial`, for
// missing shards.
RunReport merge_reports(const std::vector<NamedReport>& reports, bool partial);

}  // namespace etalon
