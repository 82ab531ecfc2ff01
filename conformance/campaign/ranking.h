// The findings of a campaign, one for each cause, the most severe first.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "conformance/campaign/journal.h"

namespace etalon {

struct RankedFinding {
  // The most severe of the cause's groups; of these one with a minimal case, the smallest, the
  // first. Its cases and operators are those of all of them, its first case the first of all.
  FindingGroup group;
  std::vector<std::string> others;  // folders of the minimal cases of the others

  std::string cause() const;
};

std::vector<RankedFinding> ranked(const CampaignState& state);
// How many there are of each severity.
std::array<size_t, severity_count> severity_counts(const std::vector<RankedFinding>& findings);

}  // namespace etalon
