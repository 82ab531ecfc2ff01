// What is said of the outputs of a case.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/open_points.h"
#include "conformance/judge/case_outputs.h"
#include "conformance/judge/explained.h"
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
      return options_.choices.contains(id) || options_.choices.contains(name_of_point(id));
    });
    if (matters) return outputs;
  } catch (const Error&) {
    return std::nullopt;  // the case has its own expectation
  }
  return std::nullopt;
}

bool Trial::settle_open(ComparedOutputs& compared) {
  const RuleResult& verdict = compared.verdict;
  std::vector<OpenUse> open;
  Values rest = compared.actual;
  for (size_t i = 0; i < std::min(rest.size(), compared.answers.size()); ++i) {
    const Answer& answer = compared.answers[i];
    Settled one = settle(compared.actual[i], compared.expected.at(i), answer.value,
                         compared.tolerance, answer.allowance);
    rest[i] = std::move(one.value);
    open.insert(open.end(), one.open.begin(), one.open.end());
  }
  if (open.empty()) return false;
  std::set<std::string> differing;
  const RuleResult left = compare_outputs(compared.model, rest, compared.expected,
                                          by_tolerance(compared.tolerance), differing);
  if (!left.pass()) {
    const std::string& what = compared.by_verdict ? verdict.message : left.message;
    compared.verdict.message = fmt::format("{} (open are {})", what, to_string(open));
    return false;
  }
  const std::vector<std::string> ids = points_of(open);
  result_.open.insert(result_.open.end(), ids.begin(), ids.end());
  show_place(verdict);
  fail(Status::open, fmt::format("{}; {}", to_string(open), verdict.message));
  return true;
}

bool Trial::may_draw(const Model& model, const Bindings& inputs) const {
  return options_.backend == nullptr ? draws_freely(model, inputs) : draws(model, inputs);
}

ComparedOutputs Trial::compared(const BoundModel& model, const DataSet& set, const Values& actual,
                                const Values& expected) {
  ComparedOutputs compared{model, set, actual, expected, tolerance_for(terms_, options_), {}, {}};
  RuleResult& verdict = compared.verdict;
  verdict = compare_outputs(model, actual, expected, by_tolerance(compared.tolerance),
                            compared.differing);
  if (!verdict.pass() && may_draw(model, set.inputs)) {
    compared.differing.clear();
    verdict = compare_outputs(model, actual, expected, compare_samples, compared.differing);
    result_.status = Status::statistical;
  }
  return compared;
}

// Outputs that fail by the verdict alone are shown with all of their differences.
void Trial::decide_by_verdict(const Verdict& judged, ComparedOutputs& compared) {
  RuleResult& verdict = compared.verdict;
  const bool official = options_.rule.decides == Tolerance::Decides::tolerance;
  const bool zeros = official && options_.rule.signed_zeros && judged.zeros != 0;
  if ((official && !zeros) || judged.grade == Grade::unknown) return;
  if (!verdict.pass() && verdict.kind != Mismatch::values) return;
  if (judged.grade == Grade::open) {
    result_.open.insert(result_.open.end(), judged.points.begin(), judged.points.end());
    show_place(verdict);
    fail(Status::open, to_string(judged));
  }
  if (!fails(judged) && !zeros) {
    verdict.kind = Mismatch::none;
    return;
  }
  compared.by_verdict = verdict.pass();
  if (!compared.by_verdict) {
    verdict.message += "; " + to_string(judged);
    return;
  }
  compared.tolerance = {.rtol = 0, .atol = 0, .max_ulp = {}};
  verdict = compare_outputs(compared.model, compared.actual, compared.expected,
                            by_tolerance(compared.tolerance), compared.differing);
  if (verdict.pass()) verdict.kind = Mismatch::values;  // the sign of a zero
  verdict.message = to_string(judged);
  if (judged.where.empty()) return;
  verdict.where = judged.where;
  verdict.got = judged.got;
  verdict.expected = judged.expected;
}

namespace {

// The arithmetic that explains all outputs that fail; "" where there is none.
std::string explanation(const AnsweredCall& call, const ComparedOutputs& compared,
                        const Tolerance& tolerance, double seconds) {
  const std::vector<Answer>& answers = compared.answers;
  const std::vector<Tolerance> tolerances(answers.size(), tolerance);
  const AnsweredOutputs outputs{call.model, call.inputs, call.evaluation, compared.actual, answers};
  std::string name;
  try {
    const std::vector<std::string> names = explanations(outputs, tolerances, seconds);
    for (size_t i = 0; i < std::min(names.size(), compared.actual.size()); ++i) {
      if (!fails(judge_value(compared.actual[i], answers[i], tolerance).verdict)) continue;
      if (names[i].empty() || (!name.empty() && name != names[i])) return "";
      name = names[i];
    }
  } catch (const Error&) {
    return "";
  }
  return name;
}

}  // namespace

// Of several data sets, the result has the worst.
void Trial::judge_digits(ComparedOutputs& compared, std::optional<ExactError>& exact) {
  const RuleResult& verdict = compared.verdict;
  if (verdict.pass() && verdict.max_abs == 0 && !options_.rule.signed_zeros) return;
  const AnsweredCall call = answered(compared.model, compared.set);
  exact = largest_exact_error(call.model, call.inputs, compared.actual, call.evaluation);
  if (exact && (!result_.exact || result_.exact->scaled < exact->scaled)) result_.exact = exact;
  std::string problem;
  double seconds = 0;
  {
    const Stopwatch watch(seconds);
    compared.answers = call.answers(problem);
  }
  Tolerance tolerance = compared.tolerance;
  tolerance.signed_zeros = options_.rule.signed_zeros;
  Verdict judged = judge_values(compared.actual, compared.answers, tolerance);
  // Outputs that are like the expected ones are judged by these, where Etalon's are others.
  if (compared.answers.empty()) {
    judged = {.grade = Grade::unknown, .reason = problem};
  } else if (verdict.pass() == fails(judged) &&
             judge_values(compared.expected, compared.answers, tolerance).grade == Grade::wrong) {
    judged = {.grade = Grade::unknown, .reason = "the expected outputs are wrong themselves"};
  }
  if (judged.grade >= Grade::unlikely) {
    judged.explained_by = explanation(call, compared, tolerance, seconds);
  }
  if (!result_.judged) result_.judged.emplace();
  result_.judged->add(judged);
  decide_by_verdict(judged, compared);
}

void Trial::judge_set(const onnx::ModelProto& proto, const BoundModel& model, const DataSet& set) {
  const std::optional<Values> actual = outputs_of(proto, model, set);
  if (terms_.error && actual && options_.backend != nullptr)
    answered_ = answered(model, set).refusals();
  if (terms_.error || !actual) return;
  const std::string unkept = keep_outputs(options_.keep_outputs, test_, set_, model, *actual);
  if (result_.unkept.empty()) result_.unkept = unkept;
  const Values expected = expected_of(model, set);
  ComparedOutputs outputs = compared(model, set, *actual, expected);
  add_distances(outputs.verdict);
  const bool of_backend = options_.backend != nullptr && result_.status != Status::statistical;
  std::optional<ExactError> exact;
  if (of_backend) judge_digits(outputs, exact);
  if (outputs.verdict.pass() || (of_backend && settle_open(outputs))) return;
  differing_.insert(outputs.differing.begin(), outputs.differing.end());
  record(outputs.verdict);
  if (exact) result_.message += "; " + to_string(*exact);
  show(set, {model, *actual, expected, differing_, outputs.tolerance});
  agrees_ = options_.backend != nullptr && !outputs.by_verdict && erratum() != nullptr &&
            compare_outputs(model, *actual, evaluated(model, set), by_tolerance(outputs.tolerance),
                            outputs.differing)
                .pass();
}

void Trial::show(const DataSet& set, const ShownOutputs& outputs) {
  if (result_.kind == Mismatch::values && result_.picture.empty()) {
    result_.picture = picture_of(outputs);
  }
  if (!options_.details) return;
  result_.details.data_set = set_;
  show_differences(outputs, set.inputs, result_.details);
}

void Trial::add_distances(const RuleResult& verdict) {
  if (!verdict.pass() && verdict.kind != Mismatch::values) return;
  result_.measured = true;
  result_.max_ulp = std::max(result_.max_ulp, verdict.max_ulp);
  result_.max_abs = std::max(result_.max_abs, verdict.max_abs);
  result_.max_rel = std::max(result_.max_rel, verdict.max_rel);
}

void Trial::show_place(const RuleResult& verdict) {
  result_.where = verdict.where;
  result_.got = verdict.got;
  result_.expected = verdict.expected;
}

void Trial::record(const RuleResult& verdict) {
  result_.kind = verdict.kind;
  show_place(verdict);
  fail(Status::fail, verdict.message);
}

}  // namespace etalon
