// What `etalon why` prints.
#pragma once

#include <string>

#include "conformance/bisect/bisect.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/result.h"
#include "conformance/run/backend.h"

namespace etalon {

// All that `etalon why FOLDER --backend …` prints of a case in this folder that the runtime has
// been judged by. A hang is not searched for the node that hangs.
std::string why_report(const std::string& folder, const CaseResult& result,
                       const JudgeOptions& judging, const BackendOptions& backend_options,
                       const std::string& runtime, Runtime& backend);

// The judgement: status, message, distances, and what was allowed.
std::string judgement_text(const CaseResult& result, const std::string& runtime);

// Both values of the case's outputs that do not match; empty if there are none.
std::string differences_text(const CaseResult& result);

// The node at fault: its attributes, inputs and both outputs, short.
std::string fault_text(const Bisection& bisection, const BoundModel& model);

// The errata about a version of an operator.
std::string errata_text(const Schema& schema);

// What the specification leaves open about it, a line for each point.
std::string open_points_text(const Schema& schema);

}  // namespace etalon
