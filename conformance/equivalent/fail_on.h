// With which verdicts a comparison fails: the exit code of `etalon equivalent`.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/equivalent/verdicts.h"

namespace etalon::equivalent {

// The keys of verdicts (key_of), and "special": a verdict that only NaN, infinities, zeros of
// either sign, the greatest or the least numbers give counts only then; else the verdict without
// them.
using FailOn = std::set<std::string>;
FailOn usual_failures();  // different, not_shown, special
// Of words as in a command line, "not-shown". Throws UsageError for another word.
FailOn fail_on(const std::vector<std::string>& words);

// What fails, a title and a sentence each: an output, a finding about the interfaces or the
// initializers; without inputs a proof that fails. Outputs that are not shown, but proved, and
// those that were not compared, or not judged, before a limit ended the work are not among them.
std::vector<std::pair<std::string, std::string>> failures(const Equivalence& equivalence,
                                                          const FailOn& fail_on);

}  // namespace etalon::equivalent
