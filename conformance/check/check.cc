#include "conformance/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "conformance/check/value_text.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/parts.h"
#include "conformance/judge/refusals.h"
#include "conformance/judge/statistics.h"
#include "engine/numerics/numerics.h"
#include "engine/values/limits.h"

namespace etalon {

namespace {

constexpr size_t most_axes = 5;

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

Judgement structural(Mismatch kind) {
  switch (kind) {
    case Mismatch::type:
      return Judgement::wrong_type;
    case Mismatch::shape:
      return Judgement::wrong_shape;
    case Mismatch::count:
      return Judgement::wrong_count;
    default:
      return Judgement::wrong;
  }
}

Judgement judge_measured(const Measurement& m) {
  using Kind = RoundingVerdict::Kind;
  if (m.identical) return Judgement::identical;
  const bool outside = m.mismatches.total() != 0;
  switch (m.verdict) {
    case Kind::within:
      return outside ? Judgement::outside_tolerance_within_rounding : Judgement::within_rounding;
    case Kind::unknown:
      return outside ? Judgement::outside_tolerance : Judgement::within_tolerance;
    case Kind::unlikely:
      return outside ? Judgement::outside_tolerance_unlikely_rounding
                     : Judgement::unlikely_rounding;
    case Kind::beyond:
      break;
  }
  return outside ? Judgement::wrong : Judgement::beyond_rounding;
}

Measurement measured(const Value& got, const Value& expected, const Tolerance& tolerance,
                     const Allowance& allowance) {
  Measurement measurement;
  const auto actual = parts_of(got, expected);
  const std::vector<Part> wanted = parts_of(expected);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto& [place, tensor] = wanted[i];
    measure(measurement, actual->at(i).tensor, tensor, tolerance, allowance, place);
  }
  return measurement;
}

void measure_parts(OutputReport& report, const Value& got, const Value& expected,
                   const Allowance& allowance) {
  const Bound& bound = allowance.bound;
  report.measurement =
      measured(got, expected, report.tolerance, expected.is_sparse() ? without_bound() : allowance);
  report.no_bound = bound.reason;
  if (bound.kind == Bound::Kind::known && bound.introduced) {
    const Reals introduced = bound.introduced->as<double>();
    report.introduced = largest_magnitude(introduced);
    report.propagated = largest_magnitude(Reals(bound.error.as<double>() - introduced));
  }
  report.judgement = judge_measured(report.measurement);
  const bool vacuous = report.measurement.rounding && report.measurement.rounding->vacuous != 0;
  if (vacuous) {
    report.no_bound = fmt::format(
        "over the whole model, the bound of {} of {} elements is so wide that it says nothing",
        report.measurement.rounding->vacuous, report.measurement.elements);
  }
}

bool differs_as_float(const OutputReport& report) {
  return report.measurement.floating && !report.measurement.identical;
}

}  // namespace

std::string_view to_string(Judgement judgement) {
  static constexpr std::string_view names[] = {"identical",
                                               "within_rounding",
                                               "within_tolerance",
                                               "unlikely_rounding",
                                               "beyond_rounding",
                                               "outside_tolerance_within_rounding",
                                               "outside_tolerance",
                                               "outside_tolerance_unlikely_rounding",
                                               "wrong",
                                               "open",
                                               "wrong_type",
                                               "wrong_shape",
                                               "wrong_count",
                                               "missing"};
  return names[static_cast<size_t>(judgement)];
}

bool passes(Judgement judgement, Tolerance::Decides decides) {
  const bool by_rounding = decides != Tolerance::Decides::tolerance;
  const bool by_tolerance = decides != Tolerance::Decides::rounding;
  switch (judgement) {
    case Judgement::identical:
    case Judgement::within_rounding:
    case Judgement::within_tolerance:
      return true;
    case Judgement::unlikely_rounding:
    case Judgement::beyond_rounding:
      return !by_rounding;
    case Judgement::outside_tolerance_within_rounding:
      return !by_tolerance;
    default:
      return false;
  }
}

bool fails(Judgement judgement, Tolerance::Decides decides) {
  return !passes(judgement, decides) && judgement != Judgement::open;
}

OutputReport check_output(const std::string& name, const Value& got, const Value& expected,
                          const Allowance& allowance, const Tolerance& tolerance) {
  OutputReport report;
  report.name = name;
  report.type = type_text(expected);
  report.tolerance = tolerance;
  if (got.absent() && !expected.absent()) {
    report.judgement = Judgement::missing;
    report.message = "the runtime did not write it";
    return report;
  }
  const Settled settled = settle(got, expected, expected, tolerance);
  report.open = settled.open;
  report.zeros = settled.zeros;
  if (const Verdict verdict = compare_structure(settled.value, expected); !verdict.pass()) {
    report.judgement = structural(verdict.kind);
    report.message = verdict.message;
  } else {
    measure_parts(report, settled.value, expected, allowance);
    if (report.passes() && !report.open.empty()) report.judgement = Judgement::open;
  }
  if (report.fails() && got.is_tensor() && expected.is_tensor()) {
    report.hint = hint(got.tensor(), expected.tensor(), tolerance);
  }
  return report;
}

void add_exact_errors(std::vector<OutputReport>& reports, const BoundModel& model,
                      const Bindings& inputs, const Values& got, const Values& honest,
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
    if (problem.empty()) reports[i].exact = exact_error(got[i], honest[i], exact.outputs[i]);
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
    report.judgement = Judgement::open;
    report.message = refusal;
    for (const std::string& point : points) {
      report.open.push_back({.point = point, .node = "", .refused = true});
    }
    reports.push_back(report);
  }
  return reports;
}

// What is known about roundings so far, and the reports by that.
class Judging {
 public:
  Judging(const BoundModel& model, const Bindings& inputs, const Values& got,
          const CheckRequest& request)
      : model_(model), inputs_(inputs), got_(got), request_(request) {}

  Checked checked() {
    outputs_ = evaluate(model_, inputs_, request_.evaluation);
    const bool quick = request_.judged_by == JudgedBy::tolerance;
    Allowance unknown = without_bound();
    unknown.bound.reason =
        quick ? "not asked for: --quick judges by the tolerance alone" : "not judged";
    allowances_.assign(outputs_.size(), unknown);
    judge();
    const auto differs = [](const OutputReport& report) {
      return report.judgement != Judgement::identical;
    };
    if (quick || std::none_of(result_.outputs.begin(), result_.outputs.end(), differs)) {
      return std::move(result_);
    }
    if (request_.on_tolerance) request_.on_tolerance(result_.outputs);
    stage("honest evaluations", [&] { add_spreads(); });
    stage("the bound of roundings", [&] { add_bounds(); });
    stage("the exact result", [&] {
      add_exact_errors(result_.outputs, model_, inputs_, got_, outputs_, request_.evaluation);
      add_sum_errors();
    });
    return std::move(result_);
  }

 private:
  void judge() {
    std::vector<OutputReport> reports;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      check_deadline();
      reports.push_back(check_output(model_.graph.outputs[i].name, got_.at(i), outputs_[i],
                                     allowances_[i], request_.tolerances.at(i)));
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
    const std::vector<Spread> spreads =
        spreads_of(model_, inputs_, outputs_, request_.evaluation, [&](size_t evaluation) {
          announce(fmt::format("honest evaluation {} of {}, stage 2 of 4", evaluation,
                               most_evaluations));
        });
    for (size_t i = 0; i < outputs_.size(); ++i) allowances_[i].spread = spreads[i];
    judge();
  }

  void add_sum_errors() {
    if (std::none_of(result_.outputs.begin(), result_.outputs.end(), differs_as_float)) return;
    const auto sums = sum_errors(model_, inputs_, got_, request_.evaluation);
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (differs_as_float(result_.outputs[i])) result_.outputs[i].sums = sums[i];
    }
  }

  void add_bounds() {
    const BoundedOutputs bounded = evaluate_with_bounds(model_, inputs_, request_.evaluation);
    for (size_t i = 0; i < outputs_.size(); ++i) allowances_[i].bound = bounded.bounds[i];
    judge();
  }

  const BoundModel& model_;
  const Bindings& inputs_;
  const Values& got_;
  const CheckRequest& request_;
  Values outputs_;
  std::vector<Allowance> allowances_;
  Checked result_;
  int stage_ = 1;
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
