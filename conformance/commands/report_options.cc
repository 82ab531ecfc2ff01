#include "conformance/commands/report_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>

#include "conformance/commands/commands.h"
#include "conformance/commands/options.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/reports/exports.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/text.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// GitLab's, an array of findings.
bool is_code_quality(const nlohmann::json& document) {
  return document.is_array() &&
         std::all_of(document.begin(), document.end(),
                     [](const nlohmann::json& finding) { return finding.contains("fingerprint"); });
}

// A .json file that is there may be a file of cases or of something else, which a report must not
// replace.
bool is_report(const std::string& word) {
  if (!is_report_name(word)) return false;
  if (!word.ends_with(".json") || !std::filesystem::is_regular_file(word)) return true;
  const nlohmann::json document = try_parse_json(file_text(word));
  return is_code_quality(document) || document.contains("schema") || document.contains("passed");
}

std::string_view variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
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
  add_value(command, "--report FILE...", reports.words,
            fmt::format("Write reports in the format of their ending:\n"
                        "  {}\n"
                        "  scoreboard.json   for ONNX's scoreboard\n"
                        "  codequality.json  for GitLab",
                        report_endings()));
}

void add_annotations_option(CLI::App& command, std::string& form) {
  add_choice(command, "--annotations github", form,
             "Print findings as GitHub's annotations, and add the report to the step's summary");
}

void annotate(const std::string& form, const RunReport& report, Session& session) {
  if (!form.empty()) annotate(github_annotations(report), markdown_report(report), session);
}

void annotate(const std::string& annotations, std::string summary, Session& session) {
  session.out << annotations << std::flush;
  const std::string name(variable("GITHUB_STEP_SUMMARY"));
  if (name.empty()) return;
  constexpr size_t most_bytes = 1'000'000;  // GitHub takes 1 MiB of a step
  if (summary.size() > most_bytes) summary.resize(summary.rfind('\n', most_bytes) + 1);
  std::ofstream file(name, std::ios::app);
  if (!(file << summary << std::flush)) {
    session.err << "etalon: " << printable(name) << ": the summary cannot be added\n";
  }
}

bool write_each(const std::vector<std::string>& files, Session& session,
                const std::function<void(const std::string& file)>& write) {
  bool all = true;
  for (const std::string& file : files) {
    try {
      write(file);
    } catch (const Error& problem) {
      session.err << "etalon: " << printable_lines(problem.what()) << "\n";
      all = false;
    }
  }
  return all;
}

void check_reports(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!is_report_name(file)) {
      throw UsageError(
          fmt::format("--report {}: a report's name ends in one of {}", file, report_endings()));
    }
    try_report_path("--report", file);
  }
}

void add_color_option(CLI::App& command, std::string& mode) {
  add_choice(command, "--color auto|always|never", mode,
             "Color the output (default: auto: on a terminal, unless NO_COLOR is set)");
}

Paint paint_for(const std::string& mode, const Session& session) {
  if (mode == "always") return Paint(true);
  if (mode == "never" || !variable("NO_COLOR").empty() || variable("TERM") == "dumb") {
    return Paint(false);
  }
  return Paint(&session.out == &std::cout && isatty(STDOUT_FILENO) != 0);
}

}  // namespace etalon
