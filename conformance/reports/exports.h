// The report in forms that others define.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

// JUnit's XML: a test suite for each suite, a test case for each case. Unsupported cases and known
// failures are reported as skipped; crashes, timeouts and errors as errors; all other unexpected
// outcomes as failures.
std::string junit_report(const RunReport& report);

// The findings of a run, cases that JUnit's XML has as failures or errors, as commands for GitHub's
// log, which shows them as annotations: "::error title=TITLE::MESSAGE" for each of the first ten,
// as many as GitHub shows of a step, and one line with the number of all.
std::string github_annotations(const RunReport& report);
// The same of findings with a title and a sentence each.
std::string github_annotations(const std::vector<std::pair<std::string, std::string>>& findings);

// The same findings, all of them, as GitLab's code quality report.
std::string code_quality_report(const RunReport& report);

// ONNX's public backend scoreboard (report.json in its `results` folders):
// {"date": "MM/DD/YYYY HH:MM:SS", "failed": [NAME], "passed": [NAME], "skipped": [NAME]}, names as
// ONNX's own runner gives them: "OnnxBackendNodeModelTest::test_abs_cpu".
// Of a run that ended early, it also has "partial": the reason. Contains official cases only; of a
// case in several releases, the newest. Unsupported cases are skipped. Errata are failed: the
// scoreboard uses the official expectation.
std::string scoreboard_report(const RunReport& report);

}  // namespace etalon
