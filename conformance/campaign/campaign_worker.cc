#include "conformance/campaign/campaign_worker.h"

#include <fmt/format.h>

#include <cctype>

#include "conformance/campaign/minimal.h"
#include "conformance/cases/checksum.h"
#include "conformance/judge/judge.h"
#include "engine/loader/file.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

std::string file_letters(const std::string& text) {
  std::string letters;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    letters += plain ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '_';
  }
  return letters;
}

}  // namespace

std::string folder_of(const Finding& finding) {
  constexpr size_t letters = 8;
  Checksum checksum;
  checksum.add(finding.key());
  return fmt::format("{}_{}_{}", file_letters(finding.subject), to_string(finding.status),
                     checksum.text().substr(0, letters));
}

JudgeOptions judging_of_findings(const Options& evaluation) {
  JudgeOptions judging;
  judging.arithmetic = evaluation.arithmetic;
  judging.rule = {Tolerance::Rule::official, Tolerance::Decides::verdict};
  return judging;
}

Backend& CampaignWorker::backend() {
  if (!backend_) backend_ = std::make_unique<Backend>(options_.backend);
  return *backend_;
}

CaseJudgement CampaignWorker::judge(uint64_t number) {
  DrawnCase drawn;
  try {
    drawn = options_.source->draw(number);
  } catch (const InvalidInput&) {
    return {Outcome::undrawn, {}};
  }
  return judge_case(drawn.subject, drawn.files, backend(), options_.evaluation);
}

FindingGroup CampaignWorker::shrink(uint64_t number) {
  const DrawnCase drawn = options_.source->draw(number);
  FindingGroup group;
  group.first = number;
  group.shrunk = true;
  group.first_elements = input_elements(drawn.files);
  std::optional<MinimalCase> minimal =
      minimal_case(drawn.subject, drawn.files, backend(), options_.evaluation);
  if (!minimal) {
    group.sentence = "the runtime does not always give this answer";
    return group;
  }
  minimal = simplest_of_cause(drawn.subject, *std::move(minimal), backend(), options_.evaluation);
  group.finding = minimal->first;
  group.sentence = minimal->finding.sentence;
  group.elements = input_elements(minimal->files);
  group.special = has_special_numbers(minimal->files);
  group.severity = severity_of(minimal->finding, group.special);
  group.cause = cause_of(minimal->finding, group.severity, minimal->files);
  group.checks = minimal->checks;
  write_folder(minimal->files, group);
  return group;
}

// The case's folder appears as a whole; the explanation comes after, because it names the folder.
void CampaignWorker::write_folder(const CaseFiles& files, FindingGroup& group) {
  const fs::path cases = options_.out / "cases";
  fs::create_directories(cases);
  group.folder = folder_of(group.finding);
  const fs::path folder = cases / group.folder;
  {
    const TemporaryFolder staged(cases);
    write_case(staged.path() / "case", files);
    fs::remove_all(folder);
    fs::rename(staged.path() / "case", folder);
  }
  JudgeOptions judging = judging_of_findings(options_.evaluation);
  judging.backend = &backend();
  const std::vector<Case> found = discover(folder);
  group.result = etalon::judge(found.at(0), judging);
  group.result->suite = "cases";
  group.result->seconds = 0;
  if (!options_.explain) return;
  write_file(folder / "why.txt", options_.explain(folder.string(), files, group, backend()));
}

}  // namespace etalon
