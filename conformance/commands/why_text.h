// What etalon why prints.
#pragma once

#include <string>

#include "conformance/bisect/bisect.h"
#include "conformance/judge/result.h"

namespace etalon {

// The judgement: status, message, distances, and what was allowed.
std::string judgement_text(const CaseResult& result, const std::string& runtime);

// Both values of the case's outputs that do not match; empty if there are none.
std::string differences_text(const CaseResult& result);

// The node at fault: its attributes, inputs and both outputs, short; and the release that means
// what the runtime gives.
std::string fault_text(const Bisection& bisection);

// The errata of the operator at fault, and what the specification leaves open about it; of all
// operators where no node is at fault.
std::string specification_text(const BoundModel& model, const Bisection& bisection);

}  // namespace etalon
