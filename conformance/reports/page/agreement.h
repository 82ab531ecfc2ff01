// Finding runs that give equal wrong answers to a case.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/judge/result.h"

namespace etalon {

// Of each result the place of the first that answers the same, where at least two do; nothing for
// results that are as expected, that are open, or that gave no answer. A report holds the first
// elements of an output and the worst (details.h): two answers are the same where the same outputs
// of the same data set differ from what is expected, with the same types and shapes, and all that
// both reports hold of them is equal, floats within the case's tolerance. Of an output that is
// longer than what is held, they must share an element that differs from the expectation.
std::vector<std::optional<size_t>> same_answers(const std::vector<const CaseResult*>& results);

}  // namespace etalon
