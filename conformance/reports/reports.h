// Reports in files: the form by the file's ending. A file named scoreboard.json, or with a name
// that ends in .scoreboard.json, is for ONNX's public scoreboard.
#pragma once

#include <filesystem>
#include <string_view>

#include "conformance/reports/summary.h"

namespace etalon {

// True for a name that ends in one of report_endings.
bool is_report_name(const std::filesystem::path& file);
inline constexpr std::string_view report_endings = ".json, .html, .xml (JUnit), .txt, .md";

// Writes beside the target and renames, so that no half-written report stays. Throws
// InvalidInput for another name, or when it cannot be written.
void write_report(const std::filesystem::path& file, const RunReport& report);

}  // namespace etalon
