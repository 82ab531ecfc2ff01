#include "conformance/commands/report_option.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/reports/reports.h"

namespace etalon {

namespace {

// A .json file that is there may be a file of cases, which a report must not replace.
bool is_report(const std::string& word) {
  if (!is_report_name(word)) return false;
  if (!word.ends_with(".json") || !std::filesystem::is_regular_file(word)) return true;
  const nlohmann::json document = try_parse_json(file_text(word));
  return document.is_object() && (document.contains("schema") || document.contains("passed"));
}

}  // namespace

void ReportWords::settle(std::vector<std::string>& paths, bool reads_reports) {
  for (const std::vector<std::string>& group : words) {
    for (size_t i = 0; i < group.size(); ++i) {
      const bool input = reads_reports && std::filesystem::exists(group[i]);
      const bool report = i == 0 || (!input && is_report(group[i]));
      (report ? files : paths).push_back(group[i]);
    }
  }
}

void add_report_option(CLI::App& command, ReportWords& reports) {
  command.add_option("--report", reports.words,
                     "Write reports: .json, .html, .xml (JUnit), .txt, .md; scoreboard.json for "
                     "ONNX's scoreboard");
}

}  // namespace etalon
