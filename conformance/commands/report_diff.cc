// etalon report diff: what changed between two reports.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "conformance/commands/color.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/reports/diff_text.h"
#include "conformance/reports/json.h"
#include "conformance/reports/reports.h"
#include "engine/loader/file.h"

namespace etalon {

namespace {

struct DiffOptions {
  std::string before;
  std::string after;
  std::string format;
  std::string out;
  std::string color = "auto";
};

// The form that the options ask for: text, md or json.
std::string form_of(const DiffOptions& options) {
  if (!options.format.empty() || options.out.empty()) return options.format;
  const std::string ending = std::filesystem::path(options.out).extension().string();
  if (ending == ".md" || ending == ".json") return ending.substr(1);
  if (ending == ".txt") return "text";
  throw UsageError(fmt::format("--out {}: its ending is none of .txt, .md and .json; use --format",
                               options.out));
}

std::string written(const Comparison& comparison, const std::string& form, const Paint& paint) {
  if (form == "json") return diff_json(comparison);
  return form == "md" ? diff_markdown(comparison) : diff_text(comparison, paint);
}

int diff(const DiffOptions& options, Session& session) {
  const std::string form = form_of(options);
  if (!options.out.empty()) try_report_path("--out", options.out);
  Comparison comparison;
  comparison.before = {options.before, read_json_report(options.before, ReportVersions::any)};
  comparison.after = {options.after, read_json_report(options.after, ReportVersions::any)};
  comparison.diff = diff_reports(comparison.before.report, comparison.after.report);
  if (options.out.empty()) {
    session.out << written(comparison, form, paint_for(options.color, session));
  } else {
    write_file(options.out, written(comparison, form, Paint()));
  }
  return comparison.diff[Change::regressions].empty() ? exit_ok : exit_mismatch;
}

}  // namespace

void add_report_diff(CLI::App& report, Session& session) {
  CLI::App& command = *report.add_subcommand("diff", "Show what changed between two JSON reports");
  const auto options = std::make_shared<DiffOptions>();
  command.add_option("OLD", options->before, "The earlier JSON report of etalon test")->required();
  command.add_option("NEW", options->after, "The later one")->required();
  command
      .add_option("--format", options->format,
                  "text (default), md or json; with --out, the file's ending decides")
      ->check(CLI::IsMember({"text", "md", "json"}));
  command.add_option("--out", options->out, "Write to this file: .txt, .md or .json");
  add_color_option(command, options->color);
  add_footer(
      command, "Example:\n  etalon report diff main.json branch.json --out changes.md\n",
      "0 no regression, 1 a case that passed fails now, even if that is a known failure, or a "
      "known failure is not known any more, 2 usage, 3 a file that is not a report");
  on_run(command, session, [options, &session] { return diff(*options, session); });
}

}  // namespace etalon
