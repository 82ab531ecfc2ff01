// etalon report filter: a part of a report.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "conformance/commands/color.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/report_option.h"
#include "conformance/commands/selection_options.h"
#include "conformance/reports/json.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/rerun.h"
#include "conformance/reports/text.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

struct FilterOptions {
  std::string file;
  Selection selection;
  std::vector<std::string> statuses;
  ReportWords reports;
  std::string color = "auto";
};

// True if an input or output of the case has one of these types, or if none is wanted.
bool has_type(const CaseResult& result, const std::vector<std::string>& types) {
  const auto wanted = [&](const ValueText& value) {
    return std::any_of(types.begin(), types.end(), [&](const std::string& type) {
      return value.type.find(fmt::format("({})", name(element_type(type)))) != std::string::npos;
    });
  };
  const CaseDetails& details = result.details;
  return types.empty() || std::any_of(details.inputs.begin(), details.inputs.end(), wanted) ||
         std::any_of(details.outputs.begin(), details.outputs.end(), wanted);
}

void keep(RunReport& report, const FilterOptions& options) {
  const NameFilter filter(options.selection);
  for (const std::string& type : options.selection.types) element_type(type);  // or a usage error
  const std::vector<Status> statuses = statuses_named("--status", options.statuses);
  std::erase_if(report.results, [&](const CaseResult& result) {
    const CaseName name{result.suite, result.name};
    return !filter.has_suite(name) || !filter.is_included(name) || filter.is_excluded(name) ||
           !uses_operator(result.operators, options.selection.operators) ||
           !has_type(result, options.selection.types) ||
           (!statuses.empty() && !has_status(result, statuses));
  });
}

int filter(FilterOptions& options, Session& session) {
  std::vector<std::string> files;
  if (!options.file.empty()) files.push_back(options.file);
  options.reports.settle(files, true);
  if (files.size() != 1) throw UsageError("report filter needs one JSON report of etalon test");
  options.file = files.front();
  check_reports(options.reports.files);
  RunReport report = read_json_report(options.file, ReportVersions::any);
  const size_t before = report.results.size();
  keep(report, options);
  if (report.results.empty()) {
    session.err << fmt::format("etalon: none of {} cases of {} is selected\n", before,
                               printable(options.file));
    return exit_nothing;
  }
  session.out << text_report(report, paint_for(options.color, session));
  for (const std::string& file : options.reports.files) write_report(file, report);
  return exit_ok;
}

}  // namespace

void add_report_filter(CLI::App& report, Session& session) {
  CLI::App& command = *report.add_subcommand("filter", "Show a part of a JSON report");
  const auto options = std::make_shared<FilterOptions>();
  command.add_option("FILE", options->file, "A JSON report of etalon test");
  add_name_options(command, options->selection);
  add_list(command, "--type", options->selection.types,
           "Only cases with an input or output of this element type: float16, int8, ...");
  add_list(command, "--status", options->statuses,
           "Only cases with one of these statuses: fail, unsupported, crash, ...");
  add_report_option(command, options->reports);
  add_color_option(command, options->color);
  add_footer(command,
             "Example:\n  etalon report filter out.json --operator Resize --status fail --report "
             "resize.html\n",
             "0 done, 2 usage, 3 a file that is not a report, 5 no case is selected");
  on_run(command, session, [options, &session] { return filter(*options, session); });
}

}  // namespace etalon
