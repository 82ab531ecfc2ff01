// Several reports of parts of a run as the report of the whole.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

struct NamedReport {
  std::string name;  // for messages: its file
  RunReport report;
};

// Shards give the cases in the order of the unsharded run; reports that are none follow each other.
// Seconds add up. Throws InvalidInput for reports of different runtimes, of shards of different
// runs, for a shard or a case that comes twice and, unless `partial`, for shards that are missing.
RunReport merge_reports(const std::vector<NamedReport>& reports, bool partial);

}  // namespace etalon
