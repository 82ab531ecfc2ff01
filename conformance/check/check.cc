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
  Parts(Measurement& sum, const Tolerance& tolerance, std::optional<Allowance> allowance)
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
      measure(sum_, dense(got.sparse()), dense(expected.sparse()), tolerance_, {}, place);
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
  std::optional<Allowance> allowance_;
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
  if (m.identical) return Judgement::identical;
  const bool outside = m.mismatches.total() != 0;
  if (!m.rounding) {
    return outside ? Judgement::outside_tolerance : Judgement::within_tolerance;
  }
  const RoundingUse& use = *m.rounding;
  if (outside && use.wrong != 0) return Judgement::wrong;
  if (outside && use.vacuous != 0) return Judgement::outside_tolerance;
  if (outside) return Judgement::outside_tolerance_within_rounding;
  if (use.beyond != 0) return Judgement::beyond_rounding;
  return use.vacuous != 0 ? Judgement::within_tolerance : Judgement::within_rounding;
}

Measurement measured(const Value& got, const Value& expected, const Tolerance& tolerance,
                     const Bound& bound) {
  Reals errors;
  std::optional<Allowance> allowance;
  if (bound.kind == Bound::Kind::exact) allowance = Allowance();
  if (bound.kind == Bound::Kind::known) {
    errors = bound.error.as<double>();
    allowance = Allowance{&errors, bound.compounded};
  }
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
                   const Bound& bound) {
  report.measurement = measured(got, expected, report.tolerance, bound);
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
        "not known: over the whole model, the bound of {} of {} elements is wider than all values",
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
    case Judgement::beyond_rounding:
      return "beyond_rounding";
    case Judgement::outside_tolerance_within_rounding:
      return "outside_tolerance_within_rounding";
    case Judgement::outside_tolerance:
      return "outside_tolerance";
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

bool passes(Judgement judgement) {
  return judgement == Judgement::identical || judgement == Judgement::within_rounding ||
         judgement == Judgement::within_tolerance || judgement == Judgement::beyond_rounding;
}

bool fails(Judgement judgement) { return !passes(judgement) && judgement != Judgement::open; }

OutputReport check_output(const std::string& name, const Value& got, const Value& expected,
                          const Bound& bound, const Tolerance& tolerance) {
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
    measure_parts(report, settled.value, expected, bound);
    if (passes(report.judgement) && !report.open.empty()) report.judgement = Judgement::open;
  }
  if (fails(report.judgement) && got.is_tensor() && expected.is_tensor()) {
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

void add_likely(OutputReport& report, const Value& got, const Value& expected, const Bound& bound) {
  if (!report.measurement.floating || report.measurement.identical) return;
  report.likely = measured(got, expected, report.tolerance, bound).rounding;
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

BoundedOutputs evaluate_without_bounds(const BoundModel& model, const Bindings& inputs,
                                       const Options& options) {
  Bound unknown;
  unknown.kind = Bound::Kind::none;
  unknown.reason = "not asked for: --quick judges by the tolerance alone";
  const Values outputs = evaluate(model, inputs, options);
  return {outputs, std::vector<Bound>(outputs.size(), unknown)};
}

}  // namespace

std::vector<OutputReport> check_outputs(const BoundModel& model, const Bindings& inputs,
                                        const Values& got, const std::vector<Tolerance>& tolerances,
                                        const Options& options, const Choices& choices,
                                        JudgedBy judged_by) {
  const bool quick = judged_by == JudgedBy::tolerance;
  if (draws_freely(model, inputs)) {
    throw Unspecified("the model draws random numbers that no seed determines");
  }
  const ChoiceScope scope(Recording::on, choices);
  BoundedOutputs expected;
  try {
    expected = quick ? evaluate_without_bounds(model, inputs, options)
                     : evaluate_with_bounds(model, inputs, options);
  } catch (const Error& refusal) {
    const bool is_limit = refusal.kind() == ErrorKind::LimitExceeded;
    const std::vector<std::string> points = refusable(scope.met());
    if (is_limit || points.empty()) throw;
    return answers_to_refused(model, got, points, refusal.what());
  }
  std::vector<OutputReport> reports;
  for (size_t i = 0; i < expected.outputs.size(); ++i) {
    reports.push_back(check_output(model.graph.outputs[i].name, got.at(i), expected.outputs[i],
                                   expected.bounds[i], tolerances.at(i)));
  }
  if (quick) return reports;
  if (std::any_of(reports.begin(), reports.end(), has_exact_error)) {
    const BoundedOutputs likely =
        evaluate_with_bounds(model, inputs, options, Roundings::independent);
    for (size_t i = 0; i < reports.size(); ++i) {
      add_likely(reports[i], got.at(i), likely.outputs[i], likely.bounds[i]);
    }
  }
  add_exact_errors(reports, model, inputs, got, expected.outputs, options);
  return reports;
}

}  // namespace etalon
