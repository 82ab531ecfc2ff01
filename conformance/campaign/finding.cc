#include "conformance/campaign/finding.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>

#include "conformance/bounds/bounds.h"
#include "conformance/bounds/spread.h"
#include "conformance/bounds/verdict.h"
#include "conformance/campaign/signature.h"
#include "conformance/common/json.h"
#include "conformance/judge/backend_outputs.h"
#include "conformance/judge/refusals.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::json;

namespace {

using Kind = RoundingVerdict::Kind;

const Choices no_choices;

std::string operator_name(const std::string& subject) {
  return subject.substr(0, subject.rfind('-'));
}

CaseJudgement found(const BoundCase& test, Status status, Mismatch kind, std::string signature,
                    std::string sentence) {
  return {Outcome::finding,
          {status, kind, test.subject, std::move(signature), std::move(sentence)}};
}

// ------------------------------------------------------------------------------ outputs that
// differ

Values expected_of(const BoundCase& test) {
  Values expected;
  for (const auto& [name, value] : test.files.sets.at(0).outputs) expected.push_back(value);
  return expected;
}

Verdict verdict_of(const BoundCase& test, const Values& got, const Values& expected,
                   const Tolerance& tolerance) {
  Verdict whole;
  for (size_t i = 0; i < std::min(got.size(), expected.size()); ++i) {
    merge(whole, placed(fmt::format("output '{}'", test.model.graph.outputs[i].name),
                        compare(got[i], expected[i], tolerance)));
  }
  return whole;
}

// True where all that differs are integers, each by no more than rounding may change it.
bool are_integers_within(const Values& got, const BoundedOutputs& bounded) {
  for (size_t i = 0; i < std::min(got.size(), bounded.outputs.size()); ++i) {
    const Value& expected = bounded.outputs[i];
    const Bound& bound = bounded.bounds[i];
    if (compare(got[i], expected, {.rtol = 0, .atol = 0, .max_ulp = {}}).pass()) continue;
    if (!expected.is_tensor() || !is_integer(expected.tensor().dtype()) ||
        !compare_structure(got[i], expected).pass() || bound.kind != Bound::Kind::known) {
      return false;
    }
    const Reals x = got[i].tensor().as<double>(), errors = bound.error.as<double>();
    const Reals y = expected.tensor().with_side(nullptr).as<double>();
    for (size_t k = 0; k < x.size(); ++k) {
      if (std::fabs(x.data()[k] - y.data()[k]) > errors.data()[k]) return false;
    }
  }
  return true;
}

// The samples of honest evaluations, which take most of the time, only where the bound alone does
// not decide: a difference within the bound and the tolerance is none, whatever they say.
RoundingVerdict rounding_of(const BoundCase& test, const Values& got, bool matches) {
  const ChoiceScope scope(Recording::off, no_choices);
  try {
    const BoundedOutputs bounded = evaluate_with_bounds(test.model, test.inputs, test.evaluation);
    const RoundingVerdict quick = rounding_verdict(got, bounded);
    const bool decided = quick.kind == Kind::within || quick.kind == Kind::unknown;
    if (matches && decided) return quick;
    if (quick.kind == Kind::unknown && are_integers_within(got, bounded)) return {};
    return rounding_verdict(got, bounded,
                            spreads_of(test.model, test.inputs, bounded.outputs, test.evaluation));
  } catch (const Error& error) {
    return {.kind = Kind::unknown, .reason = error.what()};
  } catch (const std::bad_alloc&) {
    return {.kind = Kind::unknown, .reason = out_of_memory()};
  }
}

// Near zero, an error that is small beside the largest value is outside the official tolerance.
bool matches_scaled(const BoundCase& test, const Values& got, const Values& expected,
                    Tolerance tolerance) {
  tolerance.rule = Tolerance::Rule::scaled;
  return verdict_of(test, got, expected, tolerance).pass();
}

// Of outputs that match by the tolerance, or do not.
bool is_allowed(const RoundingVerdict& rounding, bool matches, bool scaled) {
  switch (rounding.kind) {
    case Kind::within:
      return true;
    case Kind::unlikely:
      return matches || scaled;
    case Kind::unknown:
      return matches;
    case Kind::beyond:
      break;
  }
  return matches && rounding.evaluations != 0 && rounding.times <= honest_times;
}

CaseJudgement judge_difference(const BoundCase& test, const Values& got, const Values& expected,
                               const Tolerance& tolerance, const Verdict& verdict) {
  const RoundingVerdict rounding = rounding_of(test, got, verdict.pass());
  const bool of_values = verdict.pass() || verdict.kind == Mismatch::values;
  const bool scaled = of_values && matches_scaled(test, got, expected, tolerance);
  if (of_values && is_allowed(rounding, verdict.pass(), scaled)) return {Outcome::rounding, {}};
  const AnsweredCall call{test.model, test.inputs, test.evaluation, no_choices};
  std::vector<OpenUse> open;
  const Tolerance applied =
      verdict.pass() ? Tolerance{.rtol = 0, .atol = 0, .max_ulp = {}} : tolerance;
  const Values rest = call.settled(got, expected, applied, open);
  if (!open.empty() && verdict_of(test, rest, expected, applied).pass()) return {Outcome::open, {}};
  const Verdict shown = verdict_of(test, got, expected, applied);
  const std::string why = of_values ? "; " + to_string(rounding) : "";
  return found(test, Status::fail, shown.kind, difference_signature(got, expected, applied),
               shown.message + why);
}

// True where nothing differs but the sign of zeros and the bits of NaNs, which no rule looks at.
bool is_same(const Verdict& verdict) { return verdict.pass() && verdict.max_abs == 0; }

CaseJudgement judge_outputs(const BoundCase& test, const Values& got) {
  if (!test.files.error.empty()) {
    return found(
        test, Status::fail, Mismatch::none, "accepted",
        fmt::format("a result where the specification requires a refusal ({})", test.files.error));
  }
  const Values expected = expected_of(test);
  Tolerance tolerance;
  tolerance.rtol = test.files.rtol.value_or(tolerance.rtol);
  tolerance.atol = test.files.atol.value_or(tolerance.atol);
  const Verdict verdict = verdict_of(test, got, expected, tolerance);
  if (is_same(verdict)) return {};
  return judge_difference(test, got, expected, tolerance, verdict);
}

// -------------------------------------------------------------------------------------- refusals

CaseJudgement judge_refusal(const BoundCase& test, const RuntimeAnswer& answer) {
  if (!test.files.error.empty()) return {};
  const AnsweredCall call{test.model, test.inputs, test.evaluation, no_choices};
  const Refusal refusal{answer.status, answer.message};
  if (!fitting(call.refusals(), refusal, test.model).empty()) return {Outcome::open, {}};
  return found(test, answer.status, Mismatch::none,
               without_particulars(answer.message, operator_name(test.subject)), answer.message);
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  static constexpr std::string_view names[] = {"same",        "rounding", "open",
                                               "unsupported", "finding",  "undrawn"};
  return names[static_cast<size_t>(outcome)];
}

std::string Finding::key() const {
  if (is_refusal()) return fmt::format("{}: {}", to_string(status), signature);
  const std::string what = kind == Mismatch::none ? "" : fmt::format(" ({})", to_string(kind));
  return fmt::format("{} {}{}: {}", subject, to_string(status), what, signature);
}

json to_json(const Finding& finding) {
  return {{"status", to_string(finding.status)},
          {"kind", to_string(finding.kind)},
          {"subject", finding.subject},
          {"signature", finding.signature},
          {"sentence", finding.sentence}};
}

Finding finding_from_json(const json& json) {
  Finding finding;
  finding.status = status_named(field<std::string>(json, "status"));
  const auto kind = field<std::string>(json, "kind");
  for (const Mismatch each :
       {Mismatch::none, Mismatch::values, Mismatch::shape, Mismatch::type, Mismatch::count}) {
    if (kind == to_string(each)) finding.kind = each;
  }
  read_field(json, "subject", finding.subject);
  read_field(json, "signature", finding.signature);
  read_field(json, "sentence", finding.sentence);
  return finding;
}

CaseJudgement judge_answer(const BoundCase& test, const RuntimeAnswer& answer) {
  switch (answer.status) {
    case Status::pass:
      return judge_outputs(test, answer.outputs);
    case Status::unsupported:
      return {Outcome::unsupported, {}};
    case Status::fail:
      return found(test, Status::fail, Mismatch::count, "an output is left out", answer.message);
    case Status::invalid:
    case Status::error:
      return judge_refusal(test, answer);
    default:
      return found(test, answer.status, Mismatch::none,
                   answer.status == Status::timeout
                       ? "no reply"
                       : without_particulars(answer.message, operator_name(test.subject)),
                   answer.message);
  }
}

std::string without_particulars(std::string_view words, std::string_view op_type) {
  constexpr size_t longest = 200;
  std::string text(words);
  const auto replace = [&](const std::string& pattern, const char* by) {
    re2::RE2::GlobalReplace(&text, pattern, by);
  };
  replace(R"('[^']*'|"[^"]*"|`[^`]*`)", "…");
  replace(R"(\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>)", "…");
  replace(R"((/[\w.+-]+)+/)", "");
  if (!op_type.empty()) {
    replace(R"(\b)" + re2::RE2::QuoteMeta(op_type.substr(op_type.rfind('.') + 1)) + R"(\b)", "…");
  }
  replace(R"(\b(input|output)s?_\d+\b)", "…");
  replace(R"(-?\b\d[\w.+]*)", "N");
  replace(R"(N([,;x ]+N)+)", "N");
  replace(R"(…(\s*…)+)", "…");
  if (text.size() > longest) {
    size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
  }
  return text;
}

}  // namespace etalon
