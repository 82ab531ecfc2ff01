#include "conformance/campaign/finding.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "conformance/bounds/bounds.h"
#include "conformance/bounds/spread.h"
#include "conformance/campaign/cause.h"
#include "conformance/campaign/signature.h"
#include "conformance/common/json.h"
#include "conformance/judge/answer.h"
#include "conformance/judge/backend_outputs.h"
#include "conformance/judge/readings.h"
#include "conformance/judge/refusals.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::json;

namespace {

const Choices no_choices;

CaseJudgement found(const BoundCase& test, Status status, Mismatch kind, std::string signature,
                    std::string sentence) {
  return {Outcome::finding,
          {status, kind, test.subject, std::move(signature), "", std::move(sentence), {}}};
}

// ------------------------------------------------------------------------------ outputs that
// differ

Values expected_of(const BoundCase& test) {
  Values expected;
  for (const auto& [name, value] : test.files.sets.at(0).outputs) expected.push_back(value);
  return expected;
}

// Of whose rounding nothing is known.
std::vector<Answer> unknown_answers(const Values& expected, const std::string& reason) {
  std::vector<Answer> answers;
  for (const Value& value : expected) answers.push_back(Answer::without_roundings(value, reason));
  return answers;
}

// An element that is off by a few ULP is `rounding`, whatever the samples say: they are at least an
// ULP apart. So the samples, which take most of the time, are made only where more is needed.
bool is_within_ulps(const Values& got, const std::vector<Answer>& answers,
                    const Tolerance& tolerance) {
  std::vector<Answer> narrow = answers;
  for (Answer& answer : narrow) {
    if (!answer.value.is_tensor() || !is_float(answer.value.tensor().dtype())) continue;
    answer.allowance.spread.evaluations = most_evaluations;
    answer.allowance.spread.reach = Tensor::zeros(DType::float64, answer.value.tensor().shape());
  }
  return judge_values(got, narrow, tolerance).grade <= Grade::rounding;
}

std::vector<Answer> answers_to(const BoundCase& test, const Values& got,
                               const Tolerance& tolerance) {
  const ChoiceScope scope(Recording::on, no_choices);
  try {
    std::vector<Answer> answers;
    const Values outputs = with_readings(test.model, test.inputs, test.evaluation,
                                         evaluate(test.model, test.inputs, test.evaluation));
    const auto bounds = evaluate_with_bounds(test.model, test.inputs, test.evaluation).bounds;
    for (size_t i = 0; i < outputs.size(); ++i) answers.push_back({outputs[i], {bounds[i], {}}});
    if (is_within_ulps(got, answers, tolerance)) return answers;
    const auto spreads = spreads_of(test.model, test.inputs, outputs, test.evaluation);
    for (size_t i = 0; i < outputs.size(); ++i) answers[i].allowance.spread = spreads[i];
    return answers;
  } catch (const Error& error) {
    return unknown_answers(expected_of(test), error.what());
  } catch (const std::bad_alloc&) {
    return unknown_answers(expected_of(test), out_of_memory());
  }
}

CaseJudgement found_in(const BoundCase& test, size_t output, const JudgedValue& judged,
                       const Value& expected, const Tolerance& tolerance) {
  std::string signature = difference_signature(output, judged.settled, expected, tolerance);
  if (!judged.verdict.outside) signature += ", within the tolerance";
  CaseJudgement result = found(
      test, Status::fail, judged.kind == Mismatch::none ? Mismatch::values : judged.kind, signature,
      fmt::format("output '{}': {}", test.model.graph.outputs[output].name,
                  sentence(judged, tolerance)));
  result.finding.judged = judged.verdict;
  const auto element = first_difference(judged.settled, expected, tolerance);
  if (element) result.finding.path = path_of(test.files, *element, expected.tensor().size());
  return result;
}

CaseJudgement judge_outputs(const BoundCase& test, const Values& got) {
  if (!test.files.error.empty()) {
    return found(
        test, Status::fail, Mismatch::none, "accepted",
        fmt::format("a result where the specification requires a refusal ({})", test.files.error));
  }
  Tolerance tolerance;
  tolerance.decides = Tolerance::Decides::verdict;
  tolerance.rtol = test.files.rtol.value_or(tolerance.rtol);
  tolerance.atol = test.files.atol.value_or(tolerance.atol);
  const Values expected = expected_of(test);
  const std::vector<Answer> unknown = unknown_answers(expected, "");
  if (judge_values(got, unknown, tolerance).grade == Grade::same) return {};
  const std::vector<Answer> answers = answers_to(test, got, tolerance);
  Grade worst = Grade::same;
  std::optional<CaseJudgement> finding;
  for (size_t i = 0; i < std::min(got.size(), answers.size()); ++i) {
    const JudgedValue judged = judge_value(got[i], answers[i], tolerance);
    const bool is_worse = !finding || judged.verdict.grade > finding->finding.judged->grade;
    if (fails(judged.verdict) && is_worse) {
      finding = found_in(test, i, judged, answers[i].value, tolerance);
    }
    worst = std::max(worst, judged.verdict.grade);
  }
  if (finding) return *finding;
  return {worst == Grade::open ? Outcome::open : Outcome::rounding, {}};
}

// -------------------------------------------------------------------------------------- refusals

CaseJudgement judge_refusal(const BoundCase& test, const RuntimeAnswer& answer) {
  if (!test.files.error.empty()) return {};
  const AnsweredCall call{test.model, test.inputs, test.evaluation, no_choices};
  const Refusal refusal{answer.status, answer.message};
  if (!fitting(call.refusals(), refusal, test.model).empty()) return {Outcome::open, {}};
  if (status_for_valid_call(answer.status, answer.message) == Status::unsupported) {
    return {Outcome::unsupported, {}};
  }
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
  return fmt::format("{} {}{}: {}{}", operator_name(subject), to_string(status), what, signature,
                     path.empty() ? "" : "; " + path);
}

bool is_same(const Finding& smaller, const Finding& larger) {
  Finding with_path = larger;
  with_path.path = smaller.path;
  return smaller.key() == with_path.key() && larger.path.starts_with(smaller.path);
}

json to_json(const Finding& finding) {
  return {{"status", to_string(finding.status)},
          {"kind", to_string(finding.kind)},
          {"subject", finding.subject},
          {"signature", finding.signature},
          {"path", finding.path},
          {"sentence", finding.sentence},
          {"judged", finding.judged ? to_json(*finding.judged) : json()}};
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
  finding.path = field_or(json, "path", std::string());
  read_field(json, "sentence", finding.sentence);
  if (const auto judged = json.find("judged"); judged != json.end() && !judged->is_null()) {
    finding.judged = naming("'judged'", [&] { return verdict_from_json(*judged); });
  }
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
  replace(R"((\w|…)+(::(\w|~|…)+)+)", "…");
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
