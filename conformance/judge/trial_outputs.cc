// What is said of the outputs of a case.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/judge/case_texts.h"
#include "conformance/judge/statistics.h"
#include "conformance/judge/trial.h"
#include "onnx.pb.h"

namespace etalon {

Values Trial::expected_of(const BoundModel& model, const DataSet& set) {
  if (std::optional<Values> chosen = chosen_outputs(model, set)) return *std::move(chosen);
  const bool given = !set.expected.empty() || model.graph.outputs.empty();
  return given || options_.backend == nullptr || test_.form == Case::Form::own
             ? set.expected
             : evaluated(model, set);
}

std::optional<Values> Trial::chosen_outputs(const BoundModel& model, const DataSet& set) const {
  if (options_.choices.empty()) return std::nullopt;
  const ChoiceScope scope(Recording::on, options_.choices);
  try {
    Values outputs = evaluate(model, set.inputs, evaluation());
    const std::vector<std::string> met = scope.met();
    const bool matters = std::any_of(met.begin(), met.end(), [&](const std::string& id) {
      const std::string point = id.substr(id.find('.') + 1);
      return options_.choices.contains(id) || options_.choices.contains(point);
    });
    if (matters) return outputs;
  } catch (const Error&) {
    return std::nullopt;  // the case has its own expectation
  }
  return std::nullopt;
}

bool Trial::settle_open(const BoundModel& model, const DataSet& set, const Values& actual,
                        const Values& expected, Verdict& verdict) {
  std::vector<OpenUse> open;
  const Tolerance tolerance = tolerance_for(terms_, options_);
  const Values rest = answered(model, set).settled(actual, expected, tolerance, open);
  if (open.empty()) return false;
  std::set<std::string> differing;
  const auto verify = [&](const Value& a, const Value& e) { return compare(a, e, tolerance); };
  const Verdict left = compare_outputs(model, rest, expected, verify, differing);
  if (!left.pass()) {
    verdict.message = fmt::format("{} (open are {})", left.message, to_string(open));
    return false;
  }
  const std::vector<std::string> ids = points_of(open);
  result_.open.insert(result_.open.end(), ids.begin(), ids.end());
  result_.where = verdict.where;
  result_.got = verdict.got;
  result_.expected = verdict.expected;
  fail(Status::open, fmt::format("{}; {}", to_string(open), verdict.message));
  return true;
}

bool Trial::may_draw(const Model& model, const Bindings& inputs) const {
  return options_.backend == nullptr ? draws_freely(model, inputs) : draws(model, inputs);
}

void Trial::judge_set(const onnx::ModelProto& proto, const BoundModel& model, const DataSet& set) {
  const std::optional<Values> actual = outputs_of(proto, model, set);
  if (terms_.error && actual && options_.backend != nullptr)
    answered_ = answered(model, set).refusals();
  if (terms_.error || !actual) return;
  keep_outputs(options_.keep_outputs, test_, set_, model, *actual);
  const Values expected = expected_of(model, set);
  const Tolerance tolerance = tolerance_for(terms_, options_);
  const auto verify = [&](const Value& a, const Value& e) { return compare(a, e, tolerance); };
  std::set<std::string> differing;
  Verdict verdict = compare_outputs(model, *actual, expected, verify, differing);
  if (!verdict.pass() && may_draw(model, set.inputs)) {
    differing.clear();
    verdict = compare_outputs(model, *actual, expected, compare_samples, differing);
    result_.status = Status::statistical;
  }
  add_distances(verdict);
  const bool differs = verdict.kind == Mismatch::values || verdict.max_abs > 0;
  const bool measures =
      options_.backend != nullptr && differs && result_.status != Status::statistical;
  std::optional<ExactError> exact;
  if (measures) exact = measure(answered(model, set), *actual);
  if (verdict.pass()) return;
  if (options_.backend != nullptr && result_.status != Status::statistical &&
      settle_open(model, set, *actual, expected, verdict)) {
    return;
  }
  differing_.insert(differing.begin(), differing.end());
  record(verdict);
  if (exact) result_.message += "; " + to_string(*exact);
  show(set, {model, *actual, expected, differing_, tolerance});
  agrees_ = options_.backend != nullptr && erratum() != nullptr &&
            compare_outputs(model, *actual, evaluated(model, set), verify, differing).pass();
}

void Trial::show(const DataSet& set, const ShownOutputs& outputs) {
  if (result_.kind == Mismatch::values && result_.picture.empty()) {
    result_.picture = picture_of(outputs);
  }
  if (!options_.details) return;
  result_.details.data_set = set_;
  show_differences(outputs, set.inputs, result_.details);
}

std::optional<ExactError> Trial::measure(const AnsweredCall& call, const Values& actual) {
  const std::optional<ExactError> exact = call.exact_error_of(actual);
  if (exact && (!result_.exact || result_.exact->scaled < exact->scaled)) result_.exact = exact;
  const RoundingVerdict verdict = call.rounding_of(actual);
  if (!result_.rounding || result_.rounding->kind < verdict.kind) result_.rounding = verdict;
  return exact;
}

void Trial::add_distances(const Verdict& verdict) {
  if (!verdict.pass() && verdict.kind != Mismatch::values) return;
  result_.measured = true;
  result_.max_ulp = std::max(result_.max_ulp, verdict.max_ulp);
  result_.max_abs = std::max(result_.max_abs, verdict.max_abs);
  result_.max_rel = std::max(result_.max_rel, verdict.max_rel);
}

void Trial::record(const Verdict& verdict) {
  result_.kind = verdict.kind;
  result_.where = verdict.where;
  result_.got = verdict.got;
  result_.expected = verdict.expected;
  fail(Status::fail, verdict.message);
}

}  // namespace etalon
