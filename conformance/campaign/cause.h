// What findings have in common that one mistake of a runtime makes, and how severe it is.
#pragma once

#include <string>
#include <string_view>

#include "conformance/campaign/finding.h"

namespace etalon {

// From the most severe.
enum class Severity {
  crash,     // or no reply
  wrong,     // on ordinary values
  edges,     // on NaN, infinities and numbers whose squares the type does not hold
  accuracy,  // the digits of a result
  refusal,   // of a valid call
  note,      // accuracy, within the tolerance
};
inline constexpr int severity_count = 6;
std::string_view to_string(Severity severity);  // "crash", …: stable names
std::string_view words_of(Severity severity);   // "wrong on ordinary values"
// Throws InvalidInput for another word than those of to_string().
Severity severity_named(const std::string& word);
// `special`: the case holds special numbers (has_special_numbers).
Severity severity_of(const Finding& finding, bool special);

// The sides that the first comparisons of the formula take for an element of the first output,
// which has `count`: "comparison 1: less, comparison 2: greater". Empty where they are not known
// (conformance/generate/decisions.h).
std::string path_of(const CaseFiles& files, size_t element, size_t count);

// The cause of a minimal case's finding: of a refusal its words; else the operator, whatever its
// version, the attributes that decide on the formula, the classes of the inputs' types, the path
// and the severity, whatever the message. Attributes decide by their values if these are words,
// modes or single integers; numbers and lists of numbers decide by being given. A result of another
// type is one cause for all types.
std::string cause_of(const Finding& finding, Severity severity, const CaseFiles& files);

}  // namespace etalon
