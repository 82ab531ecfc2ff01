#include "conformance/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "conformance/check/value_text.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/explained.h"
#include "conformance/judge/readings.h"
#include "conformance/judge/refusals.h"
#include "conformance/judge/statistics.h"
#include "conformance/judge/stopwatch.h"
#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"

namespace etalon {

namespace {

constexpr size_t most_axes = 5;
constexpr uint64_t long_work = 2'000'000'000;  // of one evaluation (count_work): a second or more
constexpr size_t least_evaluations = 3;        // sampled, of such a one

Shape in_order(const Shape& shape, const std::vector<size_t>& perm) {
  Shape moved;
  for (const size_t axis : perm) moved.push_back(shape[axis]);
  return moved;
}

bool same(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  return compare(got, expected, tolerance).pass();
}

std::string reordered(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  std::vector<size_t> perm = all_axes(expected.rank());
  while (std::next_permutation(perm.begin(), perm.end())) {
    if (in_order(expected.shape(), perm) != got.shape()) continue;
    if (same(got, transposed(expected, perm), tolerance)) {
      return fmt::format("the elements are those expected, with the axes in the order [{}]",
                         fmt::join(perm, ", "));
    }
  }
  return "";
}

}  // namespace

namespace {

bool differs_as_float(const OutputReport& report) {
  return report.measurement.floating && !report.measurement.identical;
}

}  // namespace

OutputReport check_output(const std::string& name, const Value& got, const Answer& answer,
                          const Tolerance& tolerance) {
  OutputReport report;
  static_cast<JudgedValue&>(report) = judge_value(got, answer, tolerance);
  report.name = name;
  report.type = type_text(answer.value);
  report.tolerance = tolerance;
  const Bound& bound = answer.allowance.bound;
  if (bound.kind == Bound::Kind::known && bound.introduced) {
    const Reals introduced = bound.introduced->as<double>();
    report.introduced = largest_magnitude(introduced);
    report.propagated = largest_magnitude(Reals(bound.error.as<double>() - introduced));
  }
  if (report.fails() && got.is_tensor() && answer.value.is_tensor()) {
    report.hint = hint(got.tensor(), answer.value.tensor(), tolerance);
  }
  return report;
}

void add_exact_errors(std::vector<OutputReport>& reports, const BoundModel& model,
                      const Bindings& inputs, const Values& got, const Values& sound,
                      const Options& options) {
  if (std::none_of(reports.begin(), reports.end(), differs_as_float)) return;
  ExactOutputs exact;
  std::string problem;
  try {
    exact = evaluate_exactly(model, inputs, options);
  } catch (const Error& error) {
    problem = error.what();
  } catch (const std::bad_alloc&) {
    problem = out_of_memory();
  }
  for (size_t i = 0; i < reports.size(); ++i) {
    if (!differs_as_float(reports[i])) continue;
    reports[i].no_exact = problem;
    if (problem.empty()) reports[i].exact = exact_error(got[i], sound[i], exact.outputs[i]);
    if (reports[i].exact) reports[i].exact->rounded = exact.rounded;
  }
}

namespace {

// Etalon refuses at an open point, where a result is as good.
std::vector<OutputReport> answers_to_refused(const BoundModel& model, const Values& got,
                                             const std::vector<std::string>& points,
                                             const std::string& refusal) {
  std::vector<OutputReport> reports;
  for (size_t i = 0; i < model.graph.outputs.size(); ++i) {
    OutputReport report;
    report.name = model.graph.outputs[i].name;
    report.type = type_text(got.at(i));
    report.verdict.grade = Grade::open;
    report.verdict.points = points;
    report.verdict.reason = refusal;
    for (const std::string& point : points) {
      report.open.push_back({.point = point, .node = "", .refused = true});
    }
    reports.push_back(report);
  }
  return reports;
}

// What is known of rounding so far, and the reports by that.
class Judging {
 public:
  Judging(const BoundModel& model, const Bindings& inputs, const Values& got,
          const CheckRequest& request)
      : model_(model), inputs_(inputs), got_(got), request_(request) {}

  Checked checked() {
    outputs_ = with_readings(model_, inputs_, request_.evaluation, evaluated());
    const bool quick = request_.judged_by == JudgedBy::tolerance;
    for (const Value& output : outputs_) {
      answers_.push_back(Answer::without_roundings(
          output, quick ? "not asked for: --quick judges by the tolerance alone" : "not judged"));
      answers_.back().allowance.spread.arithmetic = request_.evaluation.arithmetic;
    }
    judge();
    const auto differs = [](const OutputReport& report) {
      return !report.measurement.identical || report.verdict.grade != Grade::same;
    };
    if (quick || std::none_of(result_.outputs.begin(), result_.outputs.end(), differs)) {
      return std::move(result_);
    }
    if (request_.on_tolerance) request_.on_tolerance(result_.outputs);
    stage("sampled evaluations", [&] { add_spreads(); });
    stage("the bound of rounding errors", [&] {
      add_bounds();
      add_explanations();
    });
    if (is_long_ && accepted()) {
      for (OutputReport& report : result_.outputs) {
        if (differs_as_float(report))
          report.no_exact = "it is not computed for a large model whose outputs pass";
      }
      return std::move(result_);
    }
    stage("the exact result", [&] {
      add_exact_errors(result_.outputs, model_, inputs_, got_, outputs_, request_.evaluation);
      add_sum_errors();
    });
    return std::move(result_);
  }

 private:
  // The outputs; what they cost tells whether the evaluation is a long one.
  Values evaluated() {
    const Limits& limits = request_.evaluation.limits;
    const LimitScope counts(limits);
    Values outputs = evaluate(model_, inputs_, request_.evaluation);
    is_long_ = limits.max_work - remaining_limits().max_work > long_work;
    return outputs;
  }

  void judge() {
    std::vector<OutputReport> reports;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      check_deadline();
      reports.push_back(check_output(model_.graph.outputs[i].name, got_.at(i), answers_[i],
                                     request_.tolerances.at(i)));
    }
    result_.outputs = std::move(reports);
  }

  // Does the next part of the work, unless an earlier one was ended by a limit.
  template <class F>
  void stage(const std::string& name, F f) {
    constexpr int stages = 4;
    if (!result_.stopped.empty()) return;
    announce(fmt::format("{}, stage {} of {}", name, ++stage_, stages));
    try {
      f();
    } catch (const LimitExceeded& limit) {
      result_.stopped = fmt::format("{}: {}", name, limit.what());
    }
  }

  void announce(const std::string& work) const {
    if (request_.on_progress) request_.on_progress(work);
  }

  void add_spreads() {
    if (std::none_of(result_.outputs.begin(), result_.outputs.end(), differs_as_float)) return;
    const Stopwatch watch(seconds_of_samples_);
    const std::vector<Spread> spreads = spreads_of(
        model_, inputs_, outputs_, request_.evaluation,
        [&](size_t evaluation) {
          announce(fmt::format("sampled evaluation {} of {}, stage 2 of 4", evaluation,
                               most_evaluations));
        },
        [&](const std::vector<Spread>& so_far) { return suffice(so_far); });
    for (size_t i = 0; i < outputs_.size(); ++i) answers_[i].allowance.spread = spreads[i];
    judge();
  }

  // Of a long evaluation no more samples are drawn than its outputs need: more only permit more.
  bool suffice(const std::vector<Spread>& spreads) {
    if (!is_long_ || spreads.empty() || spreads.front().evaluations < least_evaluations)
      return false;
    for (size_t i = 0; i < outputs_.size(); ++i) answers_[i].allowance.spread = spreads[i];
    judge();
    return accepted();
  }

  bool accepted() const {
    return std::all_of(
        result_.outputs.begin(), result_.outputs.end(),
        [](const OutputReport& report) { return report.verdict.grade <= Grade::rounding; });
  }

  void add_explanations() {
    const std::vector<std::string> names =
        explanations({model_, inputs_, request_.evaluation, got_, answers_}, request_.tolerances,
                     seconds_of_samples_);
    for (size_t i = 0; i < names.size(); ++i) result_.outputs[i].verdict.explained_by = names[i];
  }

  void add_sum_errors() {
    if (std::none_of(result_.outputs.begin(), result_.outputs.end(), differs_as_float)) return;
    const auto sums = sum_errors(model_, inputs_, got_, request_.evaluation);
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (differs_as_float(result_.outputs[i])) result_.outputs[i].sums = sums[i];
    }
  }

  void add_bounds() {
    const BoundedOutputs bounded =
        evaluate_with_bounds(model_, inputs_, request_.evaluation, Roundings::any,
                             is_long_ ? Wide::given_up : Wide::followed);
    for (size_t i = 0; i < outputs_.size(); ++i) answers_[i].allowance.bound = bounded.bounds[i];
    judge();
  }

  const BoundModel& model_;
  const Bindings& inputs_;
  const Values& got_;
  const CheckRequest& request_;
  Values outputs_;
  std::vector<Answer> answers_;
  Checked result_;
  int stage_ = 1;
  bool is_long_ = false;
  double seconds_of_samples_ = 0;
};

}  // namespace

bool any_fails(const std::vector<OutputReport>& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const OutputReport& report) { return report.fails(); });
}

Checked check_outputs(const BoundModel& model, const Bindings& inputs, const Values& got,
                      const CheckRequest& request) {
  if (draws_freely(model, inputs)) {
    throw Unspecified("the model draws random numbers that no seed determines");
  }
  const ChoiceScope scope(Recording::on, request.choices);
  try {
    return Judging(model, inputs, got, request).checked();
  } catch (const Error& refusal) {
    const bool is_limit = refusal.kind() == ErrorKind::LimitExceeded;
    const std::vector<std::string> points = refusable(scope.met());
    if (is_limit || points.empty()) throw;
    return {answers_to_refused(model, got, points, refusal.what()), ""};
  }
}

std::string hint(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  const bool comparable = got.dtype() == expected.dtype() && got.size() == expected.size() &&
                          got.size() > 1 && expected.rank() <= most_axes;
  if (!comparable || (got.shape() == expected.shape() && same(got, expected, tolerance))) return "";
  if (got.rank() == expected.rank()) {
    const std::string order = reordered(got, expected, tolerance);
    if (!order.empty()) return order;
  }
  const bool reshaped =
      got.shape() != expected.shape() && same(got.reshaped(expected.shape()), expected, tolerance);
  return reshaped ? "the elements are those expected, in another shape" : "";
}

}  // namespace etalon
