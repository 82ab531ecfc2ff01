// etalon report: merges reports of parts of a run into the report of the whole run; its other
// subcommands are in files of their own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/report_option.h"
#include "conformance/reports/json.h"
#include "conformance/reports/merge.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/text.h"

namespace etalon {

namespace {

struct MergeOptions {
  std::vector<std::string> files;
  ReportWords reports;
  bool partial = false;
};

int merge(MergeOptions& options, Session& session) {
  options.reports.settle(options.files, true);
  if (options.files.empty()) throw UsageError("report merge needs JSON reports of etalon test");
  check_reports(options.reports.files);
  std::vector<NamedReport> parts;
  for (const std::string& file : options.files) parts.push_back({file, read_json_report(file)});
  const RunReport whole = merge_reports(parts, options.partial);
  session.out << text_report(whole);
  for (const std::string& file : options.reports.files) write_report(file, whole);
  return exit_code(summarize(whole.results).all, whole.allowed);
}

}  // namespace

void add_report_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("report", "Work with the reports of etalon test");
  command.require_subcommand(1);
  add_report_page(command, session);
  CLI::App& merging =
      *command.add_subcommand("merge", "Merge the JSON reports of shards into one report");
  const auto options = std::make_shared<MergeOptions>();
  merging.add_option("FILE", options->files, "JSON reports of etalon test");
  add_report_option(merging, options->reports);
  merging.add_flag("--partial", options->partial, "Merge even if shards are missing");
  add_footer(merging, "Example:\n  etalon report merge 1.json 2.json --report all.html\n",
             test_exit_codes);
  on_run(merging, session, [options, &session] { return merge(*options, session); });
  add_report_diff(command, session);
  add_report_filter(command, session);
}

}  // namespace etalon
