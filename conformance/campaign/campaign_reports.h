// The files that a campaign writes in addition to its minimal cases: OUT/table.md, findings.json,
// report.json and report.html. They depend only on the cases, not on when or in how many runs the
// cases were judged.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/campaign/journal.h"

namespace etalon {

// How many groups there are of each severity; then a line for each group, the most severe first,
// and the accuracy notes apart.
std::string findings_table(const CampaignState& state);
// {"schema": 1, "etalon", "backend", "command", "source", "seed", "cases", "outcomes": {NAME:
// number}, "severities": {NAME: number of groups}, "problems": [sentence], "groups": [{"key",
// "cause", "severity", "status", "kind", "subject", "signature", "path", "sentence" (of the minimal
// case), "cases", "operators": {NAME: number}, "first" (the number of the first case), "folder",
// "others" (folders of more minimal cases of this cause), "elements", "first_elements",
// "checks"}]}.
std::string findings_json(const CampaignState& state);

// Writes all of them, each file as a whole.
void write_campaign_reports(const std::filesystem::path& out, const CampaignState& state);

// "12,345 cases: 12,000 as Etalon, 300 within rounding, 40 unsupported, 5 findings in 2 groups".
std::string campaign_text(const CampaignState& state);

}  // namespace etalon
