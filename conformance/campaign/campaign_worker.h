// What a worker process of a campaign does.
#pragma once

#include <memory>
#include <string>

#include "conformance/campaign/campaign.h"

namespace etalon {

class CampaignWorker {
 public:
  // The backend starts with the first case, in the process that asks for it.
  explicit CampaignWorker(const CampaignOptions& options) : options_(options) {}

  // Draws the case of this number, runs and judges it.
  CaseJudgement judge(uint64_t number);
  // Does so again, and makes the minimal case and its folder. Where the case does not fail again,
  // the group says so.
  FindingGroup shrink(uint64_t number);

 private:
  Backend& backend();
  void write_folder(const CaseFiles& files, FindingGroup& group);

  const CampaignOptions& options_;
  std::unique_ptr<Backend> backend_;
};

}  // namespace etalon
