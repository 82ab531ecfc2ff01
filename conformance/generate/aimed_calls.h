// Calls that meet an open point of their operator.
#pragma once

#include <optional>
#include <string>

#include "conformance/generate/drafts.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

// The call, where some elements of its inputs become NaN, an infinity, a zero, an extreme, or equal
// to another element.
Draft unsettled(Draft draft, Draw& draw);
// The example of the point in data/open_points; `varied`: its floats are changed as by `unsettled`.
// Throws InvalidInput where data/open_points has no open point with this id.
Draft like_example(const std::string& point, bool varied, Draw& draw);

// The call as a case; nothing if it does not meet the point. Where the point permits a refusal, and
// Etalon refuses a call of the example's kind there, the case expects that. Throws what the
// evaluation throws, which has less memory and time than usual.
std::optional<CaseFiles> case_at(const std::string& point, const Draft& aimed,
                                 const Choices& choices, const Options& evaluation);

}  // namespace etalon
