// The report as JUnit's XML: a test suite for each suite, a test case for each case. Unsupported
// cases and known failures are reported as skipped; crashes, timeouts and errors as errors; all
// other unexpected outcomes as failures.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string junit_report(const RunReport& report);

}  // namespace etalon
