#include "conformance/judge/answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/judge/parts.h"
#include "conformance/judge/readings.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

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

std::string why_no_bound(const Measurement& m, const Bound& bound) {
  if (!m.rounding || m.rounding->vacuous == 0) return bound.reason;
  return fmt::format(
      "over the whole model, the bound of {} of {} elements is so wide that it says nothing",
      m.rounding->vacuous, m.elements);
}

// Why the worst element is what it is, where its distance does not tell it.
std::string reason_of(const JudgedValue& judged, bool complex) {
  const Measurement& m = judged.measurement;
  if (m.grade == Grade::unknown) {
    if (!judged.no_bound.empty()) return judged.no_bound;
    if (complex) return "there is no bound for complex numbers";
    return m.floating ? "the bound is wider than the values"
                      : "rounding may change an integer that is computed from floats";
  }
  if (m.grade == Grade::rounding && !m.floating) {
    return fmt::format(
        "{} of {} elements differ by at most {:g}, which rounding in what they are computed from "
        "may decide either way",
        m.mismatches.value, m.elements, m.absolute.amount);
  }
  if (m.grade != Grade::wrong) return "";
  if (!m.floating) return fmt::format("{} of {} elements differ", m.mismatches.value, m.elements);
  const auto on_one_side = [&](const char* what, size_t count) {
    return fmt::format("{} on one side in {} of {} elements", what, count, m.elements);
  };
  if (m.mismatches.nan != 0) return on_one_side("NaN", m.mismatches.nan);
  if (m.mismatches.infinity != 0) return on_one_side("infinity", m.mismatches.infinity);
  return "";
}

Verdict verdict_of(const JudgedValue& judged, const Tolerance& tolerance,
                   const Arithmetic& arithmetic, bool complex) {
  const Measurement& m = judged.measurement;
  Verdict verdict;
  verdict.points = points_of(judged.open);
  verdict.grade = m.grade;
  if (!judged.open.empty() && m.grade < Grade::open) verdict.grade = Grade::open;
  verdict.where = m.worst.where;
  verdict.got = m.worst.got;
  verdict.expected = m.worst.expected;
  verdict.absolute = m.absolute.amount;
  verdict.relative = m.relative.amount;
  verdict.ulp = static_cast<uint64_t>(m.ulp.amount);
  verdict.scaled = m.scaled;
  if (m.spread) {
    verdict.times = m.spread->times.amount;
    verdict.evaluations = m.spread->evaluations;
  }
  if (m.rounding) verdict.share = m.rounding->share.amount;
  verdict.zeros = m.decided_zeros;
  verdict.outside = m.mismatches.total() != 0;
  verdict.reason = reason_of(judged, complex);
  verdict.arithmetic = names_of(arithmetic);
  if (tolerance.signed_zeros && m.decided_zeros != 0 && verdict.grade != Grade::wrong) {
    verdict.grade = Grade::wrong;
    verdict.reason = "a zero has the other sign";
    verdict.where = m.zero.where;
    verdict.got = m.zero.got;
    verdict.expected = m.zero.expected;
  }
  return verdict;
}

Verdict wrong(const std::string& reason) {
  Verdict verdict;
  verdict.grade = Grade::wrong;
  verdict.reason = reason;
  verdict.outside = true;
  return verdict;
}

}  // namespace

Answer Answer::without_roundings(Value value, const std::string& reason) {
  Answer answer{std::move(value), without_bound()};
  answer.allowance.bound.reason = reason;
  return answer;
}

std::vector<Answer> answers_of(const BoundModel& model, const Bindings& inputs,
                               const Options& options, const Choices& choices) {
  const ChoiceScope scope(Recording::on, choices);
  Values outputs = with_readings(model, inputs, options, evaluate(model, inputs, options));
  std::vector<Bound> bounds = evaluate_with_bounds(model, inputs, options).bounds;
  std::vector<Spread> spreads = spreads_of(model, inputs, outputs, options);
  std::vector<Answer> answers;
  for (size_t i = 0; i < outputs.size(); ++i) {
    answers.push_back({std::move(outputs[i]), {std::move(bounds.at(i)), std::move(spreads.at(i))}});
  }
  return answers;
}

JudgedValue judge_value(const Value& got, const Answer& answer, const Tolerance& tolerance) {
  const Value& expected = answer.value;
  JudgedValue judged;
  judged.settled = got;
  if (got.absent() && !expected.absent()) {
    judged.kind = Mismatch::count;
    judged.verdict = wrong("the runtime did not write it");
    return judged;
  }
  Settled settled = settle(got, expected, expected, tolerance, answer.allowance);
  judged.open = std::move(settled.open);
  judged.zeros = std::move(settled.zeros);
  judged.settled = std::move(settled.value);
  const RuleResult structure = compare_structure(judged.settled, expected);
  if (!structure.pass()) {
    judged.kind = structure.kind;
    judged.verdict = wrong(structure.message);
    return judged;
  }
  const Allowance unknown = without_bound();
  const Allowance& allowance = expected.is_sparse() ? unknown : answer.allowance;
  judged.measurement = measured(judged.settled, expected, tolerance, allowance);
  judged.no_bound = why_no_bound(judged.measurement, answer.allowance.bound);
  if (judged.measurement.mismatches.total() != 0) judged.kind = Mismatch::values;
  const bool complex = expected.is_tensor() && is_complex(expected.tensor().dtype());
  judged.verdict = verdict_of(judged, tolerance, answer.allowance.spread.arithmetic, complex);
  return judged;
}

bool passes(const JudgedValue& judged, const Tolerance& rule) {
  if (rule.decides == Tolerance::Decides::verdict) return !fails(judged.verdict);
  const bool zeros = rule.signed_zeros && judged.verdict.zeros != 0;
  return !judged.verdict.outside && !zeros;
}

std::string to_string(const Tolerance& tolerance) {
  const bool scaled = tolerance.rule == Tolerance::Rule::scaled;
  std::string text = fmt::format("rtol {:g}{} and atol {:g}", tolerance.rtol,
                                 scaled ? " of the largest value" : "", tolerance.atol);
  if (tolerance.max_ulp) text += fmt::format(" and {} ULP", *tolerance.max_ulp);
  return text;
}

std::string sentence(const JudgedValue& judged, const Tolerance& rule) {
  const Verdict& verdict = judged.verdict;
  std::string text = passes(judged, rule) ? "passes" : "fails";
  if (verdict.grade == Grade::same) {
    text += judged.measurement.identical ? ": identical, bit for bit" : ": the same values";
    const std::string all = to_string(verdict);
    return text + (verdict.zeros == 0 ? "" : all.substr(all.find(';')));
  }
  text += fmt::format(" ({}): ", words_of(verdict));
  if (verdict.grade == Grade::open) {
    text += printable(to_string(judged.open));
    return text + (verdict.reason.empty() ? "" : " (" + printable(verdict.reason) + ")");
  }
  const bool by_tolerance = rule.decides == Tolerance::Decides::tolerance;
  const bool tolerates =
      judged.measurement.floating && (by_tolerance || verdict.grade == Grade::unknown);
  if (tolerates) text += (verdict.outside ? "outside " : "within ") + to_string(rule) + "; ";
  return text + printable(to_string(verdict));
}

Verdict judge_values(const Values& got, const std::vector<Answer>& answers,
                     const Tolerance& tolerance) {
  Verdict worst;
  for (size_t i = 0; i < std::min(got.size(), answers.size()); ++i) {
    worst.add(judge_value(got[i], answers[i], tolerance).verdict);
  }
  return worst;
}

}  // namespace etalon
