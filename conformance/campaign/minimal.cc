#include "conformance/campaign/minimal.h"

#include <algorithm>
#include <chrono>

#include "conformance/campaign/graph_shrink.h"
#include "engine/loader/loader.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

// A call with inputs alone is shrunk as such.
bool needs_fewer(const CaseFiles& files) {
  onnx::ModelProto model;
  return model.ParseFromString(files.model) &&
         (model.graph().node_size() > 1 || model.graph().initializer_size() > 0);
}

// A crash costs the start of a runtime, a hang the time limit.
ShrinkLimits limits_for(Status status) {
  if (status == Status::timeout) return {.checks = 12};
  if (status == Status::crash) return {.checks = 80};
  return {};
}

}  // namespace

CaseJudgement judge_case(const std::string& subject, const CaseFiles& files, Runtime& runtime,
                         const Options& evaluation) {
  const BoundModel model = parse_model(files.model);
  const CaseValues& given = files.sets.at(0).inputs;
  const Bindings inputs(given.begin(), given.end());
  const RuntimeAnswer answer = runtime.run(files.model, model, inputs);
  return judge_answer({subject, files, model, inputs, evaluation}, answer);
}

std::optional<MinimalCase> minimal_case(const std::string& subject, const CaseFiles& files,
                                        Runtime& runtime, const Options& evaluation,
                                        std::optional<double> seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  CaseJudgement judgement = judge_case(subject, files, runtime, evaluation);
  if (judgement.outcome != Outcome::finding) return std::nullopt;
  MinimalCase minimal{files, judgement.finding, judgement.finding, 0};
  const std::string key = judgement.finding.key();
  const auto fails = [&](const CaseFiles& smaller) {
    if (seconds && std::chrono::duration<double>(Clock::now() - begin).count() > *seconds) {
      return false;
    }
    judgement = judge_case(subject, smaller, runtime, evaluation);
    const bool same = judgement.outcome == Outcome::finding && judgement.finding.key() == key;
    if (same) minimal.finding = judgement.finding;
    return same;
  };
  ShrinkLimits limits = limits_for(minimal.finding.status);
  if (needs_fewer(files)) {
    Shrunk fewer = with_fewer_nodes(files, fails, evaluation, limits);
    limits.checks -= std::min(limits.checks, fewer.checks);
    minimal.files = std::move(fewer.files);
    minimal.checks = fewer.checks;
  }
  Shrunk smallest = shrunk(minimal.files, fails, evaluation, limits);
  minimal.files = std::move(smallest.files);
  minimal.checks += smallest.checks;
  return minimal;
}

}  // namespace etalon
