// Etalon's answer for a model, and the verdict on a runtime's outputs: the only place where
// elements are judged.
#pragma once

#include <string>
#include <vector>

#include "conformance/bounds/verdict.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/measure.h"
#include "conformance/judge/open.h"

namespace etalon {

// What is known of one output.
struct Answer {
  Value value;          // the exact result, rounded once; its sides say what else is permitted
  Allowance allowance;  // what rounding may do

  // Where they are not known, an element that differs is `unknown`.
  static Answer without_roundings(Value value, const std::string& reason);
};

// The model's outputs, with what is permitted beside them, what rounding can do at most and how far
// sampled evaluations are off. Throws what evaluate() throws.
std::vector<Answer> answers_of(const BoundModel& model, const Bindings& inputs,
                               const Options& options, const Choices& choices);

struct JudgedValue {
  Verdict verdict;
  Mismatch kind = Mismatch::none;  // of another structure, and where elements do not match
  Measurement measurement;
  std::vector<OpenUse> open;   // the points that permit elements
  std::vector<OpenUse> zeros;  // those that permit the sign of a zero
  Value settled;               // the runtime's value, with Etalon's elements in place of these
  std::string no_bound;        // why there is no bound of rounding errors
};

// The verdict on a runtime's value of the output, which may be absent. The tolerance decides where
// nothing is known of rounding; with Tolerance::signed_zeros, zeros of the other sign are `wrong`.
JudgedValue judge_value(const Value& got, const Answer& answer, const Tolerance& tolerance);

// True where the rule lets it pass: open elements do.
bool passes(const JudgedValue& judged, const Tolerance& rule);

// "rtol 0.001 of the largest value and atol 1e-07 and 2 ULP".
std::string to_string(const Tolerance& tolerance);
// Whether it passes, and the verdict.
std::string sentence(const JudgedValue& judged, const Tolerance& rule);

// The worst of all outputs.
Verdict judge_values(const Values& got, const std::vector<Answer>& answers,
                     const Tolerance& tolerance);

}  // namespace etalon
