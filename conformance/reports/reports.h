// Writing reports to files. The file's ending determines the form. A file named scoreboard.json, or
// with a name that ends in .scoreboard.json, has the form of ONNX's public scoreboard; a name that
// ends in codequality.json or code-quality-report.json is for GitLab.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

// True for a name that ends in one of report_endings.
bool is_report_name(const std::filesystem::path& file);
inline constexpr std::string_view report_endings = ".json, .html, .xml (JUnit), .txt, .md";

// Writes a temporary file next to the target and renames it, so that no partial report is left.
// Throws InvalidInput for another ending, or when the file cannot be written.
void write_report(const std::filesystem::path& file, const RunReport& report);

// The same for the runs of several runtimes: all of them in .json, side by side in .html, one after
// the other in .txt and .md. Throws UsageError for several in another form.
void write_reports(const std::filesystem::path& file, const std::vector<RunReport>& runs);

// Finds out before a long run whether this file can be written. Throws UsageError, naming the
// option that the file belongs to, if not.
void try_report_path(std::string_view option, const std::filesystem::path& file);

}  // namespace etalon
