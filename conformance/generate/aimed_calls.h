// Calls that meet an open point of their operator.
#pragma once

#include <optional>
#include <string>

#include "conformance/generate/draw.h"
#include "conformance/generate/one_node.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/schema.h"

namespace etalon {

struct AimedCall {
  NodeCall call;
  bool of_example = false;  // it is the example in data/open_points, or like it
};
const Schema& schema_of(const AimedCall& aimed);

// The call, where some elements of its inputs become NaN, an infinity, a zero, an extreme, or equal
// to another element.
AimedCall unsettled(NodeCall call, Draw& draw);
// The example of the point in data/open_points; `varied`: its floats are changed as by `unsettled`.
// Throws InvalidInput where data/open_points has no open point with this id.
AimedCall like_example(const std::string& point, bool varied, Draw& draw);

// The call as a case; nothing if it does not meet the point. Where the point permits a refusal, and
// Etalon refuses a call of the example's kind there, the case expects that. Throws what the
// evaluation throws, which has less memory and time than usual.
std::optional<CaseFiles> case_at(const std::string& point, const AimedCall& aimed,
                                 const Choices& choices, const Options& evaluation);

}  // namespace etalon
