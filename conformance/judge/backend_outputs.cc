#include "conformance/judge/backend_outputs.h"

#include <algorithm>

#include "conformance/judge/refusals.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

std::vector<std::string> AnsweredCall::refusals() const {
  try {
    return permitted_refusals(model, inputs, evaluation, choices);
  } catch (const std::exception&) {
    return {};
  }
}

RoundingVerdict AnsweredCall::rounding_of(const Values& outputs, const Values& expected,
                                          bool matches) const {
  using Kind = RoundingVerdict::Kind;
  RoundingVerdict verdict{.kind = Kind::unknown};
  const ChoiceScope scope(Recording::off, choices);
  try {
    const BoundedOutputs bounded = evaluate_with_bounds(model, inputs, evaluation);
    const std::vector<Spread> spreads = spreads_of(model, inputs, bounded.outputs, evaluation);
    verdict = rounding_verdict(outputs, bounded, spreads);
    const bool differs = matches != (verdict.kind == Kind::within);
    if (differs && rounding_verdict(expected, bounded, spreads).kind == Kind::beyond) {
      verdict = {.kind = Kind::unknown, .reason = "the expected outputs are beyond it themselves"};
    }
  } catch (const Error& error) {
    verdict = {.kind = Kind::unknown, .reason = error.what()};
  } catch (const std::bad_alloc&) {
    verdict = {.kind = Kind::unknown, .reason = out_of_memory()};
  }
  return verdict;
}

Values AnsweredCall::settled(const Values& outputs, const Values& expected,
                             const Tolerance& tolerance, std::vector<OpenUse>& open) const {
  Values result = outputs;
  try {
    const Values marked = marked_outputs(model, inputs, evaluation, choices);
    for (size_t i = 0; i < std::min(outputs.size(), expected.size()); ++i) {
      Settled one = settle(outputs[i], expected[i], marked.at(i), tolerance);
      result[i] = std::move(one.value);
      open.insert(open.end(), one.open.begin(), one.open.end());
    }
  } catch (const std::exception&) {
    open.clear();  // without an evaluation, nothing is known to be open
    return outputs;
  }
  return result;
}

}  // namespace etalon
