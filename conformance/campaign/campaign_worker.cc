#include "conformance/campaign/campaign_worker.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/campaign/graph_shrink.h"
#include "conformance/campaign/shrink.h"
#include "conformance/cases/checksum.h"
#include "conformance/judge/judge.h"
#include "engine/loader/file.h"
#include "engine/loader/loader.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

// A crash costs the start of a runtime, and a hang the time limit.
ShrinkLimits limits_for(Status status) {
  if (status == Status::timeout) return {.checks = 12};
  if (status == Status::crash) return {.checks = 80};
  return {};
}

bool is_of_several_nodes(const CaseFiles& files) {
  onnx::ModelProto model;
  return model.ParseFromString(files.model) && model.graph().node_size() > 1;
}

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

JudgeOptions judging_of_findings() {
  JudgeOptions judging;
  judging.rule = {Tolerance::Rule::official, Tolerance::Decides::rounding};
  return judging;
}

Runtime& CampaignWorker::backend() {
  if (!backend_) backend_ = std::make_unique<Backend>(options_.backend);
  return *backend_;
}

CaseJudgement CampaignWorker::judged(const std::string& subject, const CaseFiles& files) {
  const BoundModel model = parse_model(files.model);
  const CaseValues& given = files.sets.at(0).inputs;
  const Bindings inputs(given.begin(), given.end());
  const RuntimeAnswer answer = backend().run(files.model, model, inputs);
  return judge_answer({subject, files, model, inputs, options_.evaluation}, answer);
}

CaseJudgement CampaignWorker::judge(uint64_t number) {
  DrawnCase drawn;
  try {
    drawn = options_.source->draw(number);
  } catch (const InvalidInput&) {
    return {Outcome::undrawn, {}};
  }
  return judged(drawn.subject, drawn.files);
}

FindingGroup CampaignWorker::shrink(uint64_t number) {
  const DrawnCase drawn = options_.source->draw(number);
  const CaseJudgement first = judged(drawn.subject, drawn.files);
  FindingGroup group;
  group.first = number;
  group.shrunk = true;
  group.first_elements = input_elements(drawn.files);
  group.finding = first.finding;
  if (first.outcome != Outcome::finding) {
    group.sentence = "the runtime does not always answer so";
    return group;
  }
  const std::string key = first.finding.key();
  group.sentence = first.finding.sentence;
  const auto fails = [&](const CaseFiles& files) {
    const CaseJudgement smaller = judged(drawn.subject, files);
    const bool same = smaller.outcome == Outcome::finding && smaller.finding.key() == key;
    if (same) group.sentence = smaller.finding.sentence;
    return same;
  };
  ShrinkLimits limits = limits_for(first.finding.status);
  Shrunk fewer{drawn.files};
  if (is_of_several_nodes(drawn.files)) {
    fewer = with_fewer_nodes(drawn.files, fails, options_.evaluation, limits);
    limits.checks -= std::min(limits.checks, fewer.checks);
  }
  const Shrunk minimal = shrunk(fewer.files, fails, options_.evaluation, limits);
  group.elements = input_elements(minimal.files);
  group.special = has_special_numbers(minimal.files);
  group.checks = fewer.checks + minimal.checks;
  write_folder(minimal.files, group);
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
  JudgeOptions judging = judging_of_findings();
  judging.backend = &backend();
  const std::vector<Case> found = discover(folder);
  group.result = etalon::judge(found.at(0), judging);
  group.result->suite = "cases";
  group.result->seconds = 0;
  if (!options_.explain) return;
  write_file(folder / "why.txt", options_.explain(folder.string(), *group.result, backend()));
}

}  // namespace etalon
