// A campaign: cases are drawn, run by a backend in worker processes, judged, grouped by cause; one
// case of each group is made as small as it can be.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conformance/campaign/case_source.h"
#include "conformance/campaign/journal.h"
#include "conformance/run/backend.h"

namespace etalon {

struct CampaignOptions {
  BackendOptions backend;
  std::string backend_name;  // as it introduces itself
  std::shared_ptr<const CaseSource> source;
  Options evaluation;
  std::optional<uint64_t> cases;  // of all shards; nothing: as long as the time lasts
  double seconds = 0;             // the campaign's whole time; with `cases`, 0: unlimited
  unsigned jobs = 0;              // worker processes; 0: one for each core
  std::filesystem::path out;
  // What `etalon why` says of a group's minimal case, which stands in this folder; called in a
  // worker. More files may be written beside it.
  std::function<std::string(const std::string& folder, const CaseFiles& files,
                            const FindingGroup& group, Backend& backend)>
      explain;
  // A descriptor that becomes readable when the campaign has to stop; -1: none.
  int stop = -1;
  std::function<void(const CampaignState& state)> on_progress;
};

// Goes on with the journal until the cases or the time are used up; returns true then, false if it
// was stopped. What is in progress when it stops is done again by the next one. A worker that ends,
// as a defect of Etalon makes it, is a problem of the campaign; the case counts as undrawn.
bool run_campaign(const CampaignOptions& options, Journal& journal);

// How a minimal case is judged, and `etalon why` judges it: rounding decides where it is known.
JudgeOptions judging_of_findings(const Options& evaluation = {});

// The folder's name in OUT/cases.
std::string folder_of(const Finding& finding);

}  // namespace etalon
