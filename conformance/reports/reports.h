// Writing reports to files. The file's ending determines the form. A file named scoreboard.json, or
// with a name that ends in .scoreboard.json, has the form of ONNX's public scoreboard; a name that
// ends in codequality.json or code-quality-report.json is for GitLab.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "conformance/reports/summary.h"

namespace etalon {

// True for a name that ends in one of report_endings().
bool is_report_name(const std::filesystem::path& file);
// ".json, .html, .xml (JUnit), …": the table in reports.cc, which a new form needs one line of.
std::string report_endings();

// Writes a temporary file next to the target and renames it, so that no partial report is left.
// Throws InvalidInput for another ending, or when the file cannot be written.
void write_report(const std::filesystem::path& file, const RunReport& report);

// The same for the runs of several runtimes: all of them in .json, side by side in .html, one after
// the other in text. Throws UsageError for several in a form that is of one.
void write_reports(const std::filesystem::path& file, std::span<const RunReport> runs);

// Finds out before a long run whether this file can be written. Throws UsageError, naming the
// option that the file belongs to, if not.
void try_report_path(std::string_view option, const std::filesystem::path& file);

}  // namespace etalon
