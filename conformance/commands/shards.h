// The parts of a run.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/reports/summary.h"

namespace etalon {

// The numbers of --shard I/N. Throws UsageError.
std::pair<size_t, size_t> shard_numbers(const std::string& shard);

// Keeps the I-th part of N, for `shard` "I/N": every N-th case from the I-th on; or, with a JSON
// report to balance by, parts whose cases took equally long there. Nothing for "". Throws
// UsageError, and InvalidInput where the report cannot be read.
std::optional<Shard> take_shard(std::vector<Case>& cases, const std::string& shard,
                                const std::string& balance);

}  // namespace etalon
