#include "conformance/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

#include "conformance/check/hints.h"
#include "conformance/check/value_text.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/refusals.h"
#include "conformance/judge/statistics.h"

namespace etalon {

namespace {

// Measures the tensors of two values of the same structure pair by pair.
class Parts {
 public:
  Parts(Measurement& sum, const Tolerance& tolerance, const Allowance& allowance)
      : sum_(sum), tolerance_(tolerance), allowance_(allowance) {}

  void add(const Value& got, const Value& expected, const std::string& place = {}) {
    if (expected.is_tensor()) {
      measure(sum_, got.tensor(), expected.tensor(), tolerance_, allowance_, place);
    } else if (expected.is_sequence()) {
      for (size_t i = 0; i < expected.sequence().items.size(); ++i) {
        add(got.sequence().items[i], expected.sequence().items[i],
            fmt::format("{}item {} ", place, i));
      }
    } else if (expected.is_optional()) {
      if (expected.optional().held) add(*got.optional().held, *expected.optional().held, place);
    } else if (expected.is_sparse()) {
      Allowance unknown;
      unknown.bound.kind = Bound::Kind::none;
      measure(sum_, dense(got.sparse()), dense(expected.sparse()), tolerance_, unknown, place);
    } else if (expected.is_map()) {
      add(got.map(), expected.map(), place);
    }
  }

 private:
  void add(const Map& got, const Map& expected, const std::string& place) {
    size_t i = 0;
    for (const auto& [key, position] : matched_keys(got, expected)) {
      add(got.values[position.value()], expected.values[i++], fmt::format("{}{} ", place, key));
    }
  }

  Measurement& sum_;
  const Tolerance& tolerance_;
  const Allowance& allowance_;
};

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

// A value of the same structure, shapes and map keys with all elements 0.
Value blank(const Value& value) {
  const auto zeros = [](const Tensor& tensor) {
    return Tensor::zeros(tensor.dtype(), tensor.shape());
  };
  if (value.is_tensor()) return zeros(value.tensor());
  if (value.is_sequence()) {
    Sequence sequence{value.sequence().element, {}};
    for (const Value& item : value.sequence().items) sequence.items.push_back(blank(item));
    return sequence;
  }
  if (value.is_optional() && value.optional().held) {
    const Optional& optional = value.optional();
    return Optional{optional.element, std::make_shared<const Value>(blank(*optional.held))};
  }
  if (value.is_map()) {
    Map map{value.map().keys, {}, value.map().value_type};
    for (const Value& item : value.map().values) map.values.push_back(blank(item));
    return map;
  }
  if (value.is_sparse()) {
    const SparseTensor& sparse = value.sparse();
    return SparseTensor{zeros(sparse.values), sparse.indices, sparse.shape};
  }
  return value;
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
  Parts(measurement, tolerance, allowance).add(got, expected);
  return measurement;
}

// The largest finite element; 0 if there is none.
double largest_finite(const Reals& values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

void measure_parts(OutputReport& report, const Value& got, const Value& expected,
                   const Allowance& allowance) {
  const Bound& bound = allowance.bound;
  report.measurement = measured(got, expected, report.tolerance, allowance);
  report.no_bound = bound.reason;
  if (bound.kind == Bound::Kind::known && bound.introduced) {
    const Reals introduced = bound.introduced->as<double>();
    report.introduced = largest_finite(introduced);
    report.propagated = largest_finite(bound.error.as<double>() - introduced);
  }
  report.judgement = judge_measured(report.measurement);
  const bool vacuous = report.measurement.rounding && report.measurement.rounding->vacuous != 0;
  if (vacuous) {
    report.no_bound = fmt::format(
        "over the whole model, the bound of {} of {} elements is so wide that it says nothing",
        report.measurement.rounding->vacuous, report.measurement.elements);
  }
}

bool has_exact_error(const OutputReport& report) {
  return report.measurement.floating && !report.measurement.identical;
}

}  // namespace

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::identical:
      return "identical";
    case Judgement::within_rounding:
      return "within_rounding";
    case Judgement::within_tolerance:
      return "within_tolerance";
    case Judgement::unlikely_rounding:
      return "unlikely_rounding";
    case Judgement::beyond_rounding:
      return "beyond_rounding";
    case Judgement::outside_tolerance_within_rounding:
      return "outside_tolerance_within_rounding";
    case Judgement::outside_tolerance:
      return "outside_tolerance";
    case Judgement::outside_tolerance_unlikely_rounding:
      return "outside_tolerance_unlikely_rounding";
    case Judgement::wrong:
      return "wrong";
    case Judgement::open:
      return "open";
    case Judgement::wrong_type:
      return "wrong_type";
    case Judgement::wrong_shape:
      return "wrong_shape";
    case Judgement::wrong_count:
      return "wrong_count";
    case Judgement::missing:
      return "missing";
  }
  return "wrong";
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
  if (const Verdict verdict = compare(blank(settled.value), blank(expected)); !verdict.pass()) {
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
  if (std::none_of(reports.begin(), reports.end(), has_exact_error)) return;
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
    if (!has_exact_error(reports[i])) continue;
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
    Allowance unknown;
    unknown.bound.kind = Bound::Kind::none;
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
    });
    return std::move(result_);
  }

 private:
  void judge() {
    std::vector<OutputReport> reports;
    for (size_t i = 0; i < outputs_.size(); ++i) {
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
    const auto is_measured = [](const OutputReport& report) {
      return report.measurement.floating && !report.measurement.identical;
    };
    if (std::none_of(result_.outputs.begin(), result_.outputs.end(), is_measured)) return;
    const std::vector<Spread> spreads =
        spreads_of(model_, inputs_, outputs_, request_.evaluation, [&](size_t evaluation) {
          announce(fmt::format("honest evaluation {} of {}, stage 2 of 4", evaluation,
                               most_evaluations));
        });
    for (size_t i = 0; i < outputs_.size(); ++i) allowances_[i].spread = spreads[i];
    judge();
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

}  // namespace etalon
