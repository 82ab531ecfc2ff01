// The report as ONNX's public backend scoreboard keeps them (report.json of its `results` folders):
// {"date": "MM/DD/YYYY HH:MM:SS", "failed": [NAME], "passed": [NAME], "skipped": [NAME]}, names as
// ONNX's own runner gives them: "OnnxBackendNodeModelTest::test_abs_cpu".
#pragma once

#include <string>

#include "conformance/reports/summary.h"

namespace etalon {

// Official cases only; of a case in several releases, the newest. What is unsupported is skipped;
// an erratum is failed, as the official expectation stands.
std::string scoreboard_report(const RunReport& report);

}  // namespace etalon
