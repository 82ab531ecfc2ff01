// Failing cases, those with the same message together.
#pragma once

#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

// Cases with one status, kind of mismatch, verdict on rounding and message.
struct FailureGroup {
  std::vector<const CaseResult*> cases;  // at least one, in the order of the report

  const CaseResult& first() const { return *cases.front(); }
};

// The cases that are neither as expected, nor unsupported, nor of an allowed status: in the order
// of the first case of each group. They belong to `report`.
std::vector<FailureGroup> failure_groups(const RunReport& report);

// "fail (values)", "fail (values, within rounding)"
std::string status_text(const CaseResult& result);

}  // namespace etalon
