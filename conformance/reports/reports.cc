#include "conformance/reports/reports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

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

using Runs = std::span<const RunReport>;

std::string plain_report(const RunReport& run) { return text_report(run); }

std::string page_of_runs(Runs runs) {
  std::vector<NamedReport> named;
  for (const RunReport& run : runs)
    named.push_back({runs.size() == 1 ? "" : runtime_title(run), run});
  return report_page(named);
}

template <std::string (*form)(const RunReport&)>
std::string one_after_the_other(Runs runs) {
  std::string text;
  for (const RunReport& run : runs) text += (text.empty() ? "" : "\n") + form(run);
  return text;
}

template <std::string (*form)(const RunReport&)>
std::string of_one(Runs runs) {
  return form(runs.front());
}

std::string json_of_runs(Runs runs) {
  return runs.size() == 1 ? json_report(runs.front()) : json_reports({runs.begin(), runs.end()});
}

// A form of reports. This is the one place that lists them.
struct ReportForm {
  std::string_view ending;
  std::string_view also;  // what the form is called beside its ending
  std::string (*write)(Runs runs);
  bool of_several = true;  // takes the runs of several runtimes
};
constexpr ReportForm report_forms[] = {
    {".json", "", json_of_runs},
    {".html", "", page_of_runs},
    {".xml", "JUnit", of_one<junit_report>, false},
    {".txt", "", one_after_the_other<plain_report>},
    {".md", "", one_after_the_other<markdown_report>},
};
constexpr ReportForm scoreboard_form = {"scoreboard.json", "", of_one<scoreboard_report>, false};
constexpr ReportForm code_quality_form = {"codequality.json", "", of_one<code_quality_report>,
                                          false};

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

// nullptr for the name of something else.
const ReportForm* form_of(const std::filesystem::path& file) {
  if (is_scoreboard(file)) return &scoreboard_form;
  if (is_code_quality(file)) return &code_quality_form;
  const std::string ending = file.extension().string();
  const auto form = std::find_if(std::begin(report_forms), std::end(report_forms),
                                 [&](const ReportForm& each) { return each.ending == ending; });
  return form == std::end(report_forms) ? nullptr : form;
}

}  // namespace

bool is_report_name(const std::filesystem::path& file) { return form_of(file) != nullptr; }

std::string report_endings() {
  std::vector<std::string> endings;
  for (const ReportForm& form : report_forms) {
    endings.push_back(std::string(form.ending) +
                      (form.also.empty() ? "" : fmt::format(" ({})", form.also)));
  }
  return fmt::format("{}", fmt::join(endings, ", "));
}

void write_report(const std::filesystem::path& file, const RunReport& report) {
  write_reports(file, {&report, 1});
}

void write_reports(const std::filesystem::path& file, std::span<const RunReport> runs) {
  const ReportForm* form = form_of(file);
  if (form == nullptr) throw InvalidInput("{}: not the name of a report", file.string());
  if (runs.size() > 1 && !form->of_several) {
    throw UsageError(fmt::format("--report {}: this form is of one runtime, and these are {}",
                                 printable(file.string()), runs.size()));
  }
  write_file(file, form->write(runs));
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
