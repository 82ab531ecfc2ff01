// The report as JUnit's XML: a test suite for each suite, a test case for each case. Unsupported
// cases and known failures are skipped ones; crashes, time-outs and errors are errors; everything
// else that is not as expected is a failure.
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

std::string junit_report(const RunReport& report);

}  // namespace etalon
