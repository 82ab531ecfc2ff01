#include "conformance/reports/reports.h"

#include <fmt/format.h>

#include <map>

#include "conformance/common/paths.h"
#include "conformance/common/usage_error.h"
#include "conformance/reports/exports.h"
#include "conformance/reports/json.h"
#include "conformance/reports/page/page.h"
#include "conformance/reports/text.h"
#include "engine/loader/file.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using Writer = std::string (*)(const RunReport&);

const std::map<std::string, Writer> writers = {
    {".json", json_report},
    {".xml", junit_report},
    {".html",
     [](const RunReport& report) {
       return report_page({{"", report}});
     }},
    {".txt", [](const RunReport& report) { return text_report(report); }},
    {".md", markdown_report}};

// True for scoreboard.json and *.scoreboard.json, which have the form of ONNX's scoreboard.
bool is_scoreboard(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name == "scoreboard.json" || name.ends_with(".scoreboard.json");
}

// True for names that end in codequality.json or code-quality-report.json, as GitLab's examples
// have them.
bool is_code_quality(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with("codequality.json") || name.ends_with("code-quality-report.json");
}

Writer writer_of(const std::filesystem::path& file) {
  if (is_scoreboard(file)) return scoreboard_report;
  return is_code_quality(file) ? code_quality_report : writers.at(file.extension().string());
}

}  // namespace

bool is_report_name(const std::filesystem::path& file) {
  return writers.count(file.extension().string()) != 0;
}

void write_report(const std::filesystem::path& file, const RunReport& report) {
  if (!is_report_name(file)) throw InvalidInput("{}: not the name of a report", file.string());
  write_file(file, writer_of(file)(report));
}

void write_reports(const std::filesystem::path& file, const std::vector<RunReport>& runs) {
  if (runs.size() == 1) return write_report(file, runs.front());
  const std::string ending = file.extension().string();
  if (ending == ".json" && writer_of(file) == json_report)
    return write_file(file, json_reports(runs));
  if (ending == ".html") {
    std::vector<NamedReport> named;
    for (const RunReport& run : runs) named.push_back({runtime_title(run), run});
    return write_file(file, report_page(named));
  }
  if (ending != ".txt" && ending != ".md") {
    throw UsageError(fmt::format("--report {}: this form is of one runtime, and these are {}",
                                 printable(file.string()), runs.size()));
  }
  std::string text;
  for (const RunReport& run : runs) {
    text += (text.empty() ? "" : "\n") + writers.at(ending)(run);
  }
  write_file(file, text);
}

void try_report_path(std::string_view option, const std::filesystem::path& file) {
  const std::filesystem::path folder =
      file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} {}: {}", option, printable(file.string()), why));
  };
  if (std::filesystem::is_directory(file)) refuse("this is a folder");
  if (!std::filesystem::is_directory(folder)) refuse("its folder does not exist");
  try {
    const TemporaryFolder trial(folder);
  } catch (const InvalidInput& problem) {
    refuse(fmt::format("its folder cannot be written to: {}", problem.what()));
  }
}

}  // namespace etalon
