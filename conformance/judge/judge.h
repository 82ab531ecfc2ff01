// One case judged in this process: loaded, evaluated here or by another runtime, compared.
#pragma once

#include <optional>

#include "conformance/cases/cases.h"
#include "conformance/judge/result.h"
#include "conformance/judge/runtime.h"

namespace etalon {

// What the user asks for instead of the case's own terms.
struct JudgeOptions {
  std::optional<double> rtol;
  std::optional<double> atol;
  std::optional<uint64_t> max_ulp;
  // What an older release meant otherwise than the specification says.
  Differences as_released;
  // When given, it is asked instead of Etalon. Its refusal passes where an error is expected; it
  // may draw other random numbers than Etalon; errata excuse it only where it agrees with Etalon.
  Runtime* backend = nullptr;
};

// Never throws: whatever goes wrong is the case's outcome.
CaseResult judge(const Case& test, const JudgeOptions& options = {});

// False for own cases that concern only Etalon: those of MDF functions, and those that expect it
// to find something unspecified or unsupported, or past its limits.
bool is_for_backends(const Case& test);

}  // namespace etalon
