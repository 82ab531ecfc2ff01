#include "conformance/campaign/minimal.h"

#include <algorithm>
#include <chrono>

#include "conformance/campaign/graph_shrink.h"
#include "conformance/generate/one_node.h"
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

// A hang costs the time limit.
ShrinkLimits limits_for(Status status) {
  if (status == Status::timeout) return {.checks = 24};
  return {};
}

// The case with ordinary numbers in place of its float inputs' elements.
std::optional<CaseFiles> with_ordinary_numbers(const CaseFiles& files, const Options& evaluation) {
  std::optional<NodeCall> call = call_of(files);
  if (!call || !files.error.empty()) return std::nullopt;
  size_t position = 0;
  for (Value& input : call->inputs) {
    if (!input.is_tensor() || !is_float(input.tensor().dtype())) continue;
    Reals ordinary = empty_array<double>(input.tensor().shape());
    for (double& each : ordinary) each = 0.25 * static_cast<double>(1 + position++ % 8);
    input = Tensor::of(input.tensor().dtype(), ordinary);
  }
  return position == 0 ? std::nullopt : decided_soon(*call, evaluation);
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
  const auto fails = [&](const CaseFiles& smaller) {
    if (seconds && std::chrono::duration<double>(Clock::now() - begin).count() > *seconds) {
      return false;
    }
    judgement = judge_case(subject, smaller, runtime, evaluation);
    const bool same =
        judgement.outcome == Outcome::finding && is_same(judgement.finding, minimal.first);
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

MinimalCase simplest_of_cause(const std::string& subject, MinimalCase minimal, Runtime& runtime,
                              const Options& evaluation) {
  if (minimal.finding.status != Status::fail) return minimal;
  const Severity severity = severity_of(minimal.finding, has_special_numbers(minimal.files));
  const auto fails = [&](const CaseFiles& simpler) {
    const CaseJudgement judgement = judge_case(subject, simpler, runtime, evaluation);
    const bool as_severe = judgement.outcome == Outcome::finding &&
                           judgement.finding.status == Status::fail &&
                           severity_of(judgement.finding, has_special_numbers(simpler)) <= severity;
    if (as_severe) minimal.finding = judgement.finding;
    return as_severe;
  };
  const auto ordinary = with_ordinary_numbers(minimal.files, evaluation);
  if (ordinary && fails(*ordinary)) minimal.files = *ordinary;
  Shrunk simplest = shrunk(minimal.files, fails, evaluation, {.checks = 150});
  minimal.files = std::move(simplest.files);
  minimal.checks += simplest.checks;
  return minimal;
}

}  // namespace etalon
