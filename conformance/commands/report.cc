// etalon report merge: merges reports of parts of a run into the report of the whole run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/commands/report_page.h"
#include "conformance/reports/json.h"
#include "conformance/reports/merge.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/text.h"

namespace etalon {

namespace {

struct MergeOptions {
  std::vector<std::string> files;
  std::vector<std::string> reports;
  bool partial = false;
};

int merge(const MergeOptions& options, Session& session) {
  check_report_names(options.reports);
  std::vector<NamedReport> parts;
  for (const std::string& file : options.files) parts.push_back({file, read_json_report(file)});
  const RunReport whole = merge_reports(parts, options.partial);
  session.out << text_report(whole);
  for (const std::string& file : options.reports) write_report(file, whole);
  return exit_code(summarize(whole.results).all);
}

}  // namespace

void add_report_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("report", "Work with the reports of etalon test");
  command.require_subcommand(1);
  add_report_page(command, session);
  CLI::App& merging =
      *command.add_subcommand("merge", "Merge the JSON reports of shards into one report");
  const auto options = std::make_shared<MergeOptions>();
  merging.add_option("FILE", options->files, "JSON reports of etalon test")->required();
  merging
      .add_option("--report", options->reports,
                  "Write the merged report: .json, .html, .xml (JUnit), .txt, .md")
      ->allow_extra_args(false);
  merging.add_flag("--partial", options->partial, "Merge even if shards are missing");
  merging.callback([options, &session] {
    session.action = [options, &session] { return merge(*options, session); };
  });
}

}  // namespace etalon
