#include "conformance/judge/explained.h"

#include <algorithm>

namespace etalon {
namespace {

// The answers of a runtime that declares this arithmetic.
std::vector<Answer> answers_under(const AnsweredOutputs& of, const Arithmetic& arithmetic) {
  Options options = of.evaluation;
  options.arithmetic = arithmetic;
  options.on_node = nullptr;
  Values outputs;
  for (const Answer& answer : of.answers) outputs.push_back(answer.value);
  const std::vector<Spread> spreads = spreads_of(of.model, of.inputs, outputs, options);
  const std::vector<Bound> bounds = evaluate_with_bounds(of.model, of.inputs, options).bounds;
  std::vector<Answer> answers = of.answers;
  for (size_t i = 0; i < answers.size(); ++i) answers[i].allowance = {bounds.at(i), spreads.at(i)};
  return answers;
}

bool is_unexplained(const Verdict& verdict) {
  return verdict.grade >= Grade::unlikely && !verdict.where.empty();
}

}  // namespace

std::vector<std::string> explanations(const AnsweredOutputs& of,
                                      const std::vector<Tolerance>& tolerances, double seconds) {
  constexpr double most_seconds = 0.1;
  std::vector<std::string> found(of.answers.size());
  if (seconds > most_seconds) return found;
  std::vector<size_t> left;
  for (size_t i = 0; i < std::min(of.got.size(), found.size()); ++i) {
    if (is_unexplained(judge_value(of.got[i], of.answers[i], tolerances.at(i)).verdict)) {
      left.push_back(i);
    }
  }
  const Arithmetic& declared = of.evaluation.arithmetic;
  for (const std::string& name : arithmetic_names()) {
    const Arithmetic more = joined(declared, arithmetic_named({name}));
    if (left.empty() || more == declared) continue;
    try {
      const std::vector<Answer> answers = answers_under(of, more);
      std::erase_if(left, [&](size_t i) {
        const Verdict verdict = judge_value(of.got[i], answers[i], tolerances.at(i)).verdict;
        if (verdict.grade <= Grade::open) found[i] = name;
        return verdict.grade <= Grade::open;
      });
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {  // what it computes otherwise may be refused
    }
  }
  return found;
}

}  // namespace etalon
