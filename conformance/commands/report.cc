// etalon report: runs side by side as pages; parts of a run as one report; what changed between
// two reports; a part of a report.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/options.h"
#include "conformance/commands/report_options.h"
#include "conformance/commands/selection_options.h"
#include "conformance/reports/diff.h"
#include "conformance/reports/json.h"
#include "conformance/reports/merge.h"
#include "conformance/reports/page/page.h"
#include "conformance/reports/repeat.h"
#include "conformance/reports/reports.h"
#include "conformance/reports/text.h"
#include "engine/loader/file.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// ----------------------------------------------------------------------------------------- page

struct PageOptions {
  std::vector<std::string> files;
  std::vector<std::string> names;
  std::string html;
  std::string folder;
};

int page(const PageOptions& options, Session& session) {
  if (options.html.empty() && options.folder.empty()) {
    throw UsageError("report page needs --html FILE, --dir FOLDER or both");
  }
  std::vector<NamedReport> runs = read_runs(options.files, ReportVersions::any);
  if (options.names.size() > runs.size()) {
    throw UsageError(
        fmt::format("{} names are given for {} runs", options.names.size(), runs.size()));
  }
  for (size_t i = 0; i < options.names.size(); ++i) {
    if (!options.names[i].empty()) runs[i].report.backend = printable(options.names[i]);
  }
  if (!options.html.empty()) {
    write_file(options.html, report_page(runs));
    session.out << options.html << "\n";
  }
  if (!options.folder.empty()) {
    write_report_site(options.folder, runs);
    session.out << (std::filesystem::path(options.folder) / "index.html").string() << "\n";
  }
  return exit_ok;
}

void add_report_page(CLI::App& report, Session& session) {
  CLI::App& command =
      *report.add_subcommand("page", "Show runs side by side: a page to search, sort and browse");
  const auto options = std::make_shared<PageOptions>();
  add_value(command, "FILE...", options->files, "Show these JSON reports of etalon test")
      .required();
  add_value(command, "--name NAME", options->names,
            "Name the runs in this order; queries use a name's first word");
  add_value(command, "--html FILE", options->html, "Write one file that needs no network");
  add_value(command, "--dir FOLDER", options->folder,
            "Write a folder with a page for each operator and each case");
  on_run(command, session, [options, &session] { return page(*options, session); });
}

// False where a report cannot be written.
bool print_runs(const std::vector<RunReport>& runs, const ReportWords& reports, const Paint& paint,
                Session& session) {
  for (const RunReport& run : runs) {
    session.out << (&run == &runs.front() ? "" : "\n") << text_report(run, paint);
  }
  return write_each(reports.files, session,
                    [&](const std::string& file) { write_reports(file, runs); });
}

// ---------------------------------------------------------------------------------------- merge

struct MergeOptions {
  std::vector<std::string> files;
  ReportWords reports;
  bool partial = false;
};

// As of one run; of several, 1 if any has it, else the least that is not 0.
int exit_code_of(const std::vector<RunReport>& runs) {
  std::set<int> codes;
  for (const RunReport& run : runs)
    codes.insert(exit_code(summarize(run.results).all, run.allowed));
  if (codes.size() > 1) codes.erase(exit_ok);
  return *codes.begin();
}

int merge(MergeOptions& options, Session& session) {
  options.reports.settle(options.files, true);
  if (options.files.empty()) throw UsageError("report merge needs JSON reports of etalon test");
  check_reports(options.reports.files);
  const std::vector<RunReport> runs = merge_runs(read_runs(options.files), options.partial);
  const bool written = print_runs(runs, options.reports, Paint(), session);
  return written ? exit_code_of(runs) : exit_invalid;
}

void add_report_merge(CLI::App& report, Session& session) {
  CLI::App& command = *report.add_subcommand(
      "merge", "Merge JSON reports: shards of a run, or runs of several runtimes");
  const auto options = std::make_shared<MergeOptions>();
  add_value(command, "FILE...", options->files, "Merge these JSON reports of etalon test");
  add_report_option(command, options->reports);
  command.add_flag("--partial", options->partial, "Merge even if shards are missing");
  add_footer(command,
             "Examples:\n"
             "  etalon report merge 1.json 2.json --report all.html\n"
             "  etalon report merge ort.json tract.json openvino.json --report night.json\n",
             test_exit_codes);
  on_run(command, session, [options, &session] { return merge(*options, session); });
}

// ----------------------------------------------------------------------------------------- diff

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
  throw UsageError(
      fmt::format("--out {}: its ending is not .txt, .md or .json; use --format", options.out));
}

std::string written(const Comparison& comparison, const std::string& form, const Paint& paint) {
  if (form == "json") return diff_json(comparison);
  return form == "md" ? diff_markdown(comparison) : diff_text(comparison, paint);
}

int diff(const DiffOptions& options, Session& session) {
  const std::string form = form_of(options);
  if (!options.out.empty()) try_report_path("--out", options.out);
  Comparison comparison;
  const CaseChoice compared = {{"kind", "judged", "rounding", "max_ulp", "max_abs"}};
  const auto read = [&](const std::string& file) {
    return NamedReport{file, read_json_report(file, ReportVersions::any, compared)};
  };
  comparison.before = read(options.before);
  comparison.after = read(options.after);
  comparison.diff = diff_reports(comparison.before.report, comparison.after.report);
  if (options.out.empty()) {
    session.out << written(comparison, form, paint_for(options.color, session));
  } else {
    write_file(options.out, written(comparison, form, Paint()));
  }
  return comparison.diff[Change::regressions].empty() ? exit_ok : exit_mismatch;
}

void add_report_diff(CLI::App& report, Session& session) {
  CLI::App& command = *report.add_subcommand("diff", "Show what changed between two JSON reports");
  const auto options = std::make_shared<DiffOptions>();
  add_value(command, "OLD", options->before, "Compare this earlier JSON report").required();
  add_value(command, "NEW", options->after, "Compare this later JSON report").required();
  add_choice(command, "--format text|md|json", options->format,
             "Print in this format (default: text, or as --out ends)");
  add_value(command, "--out FILE", options->out, "Write to this file: .txt, .md or .json");
  add_color_option(command, options->color);
  add_footer(
      command, "Example:\n  etalon report diff main.json branch.json --out changes.md\n",
      "0 no regression, 1 a case that passed fails now, even if that is a known failure, or a "
      "known failure is not known any more, 2 usage, 3 a file that is not a report");
  on_run(command, session, [options, &session] { return diff(*options, session); });
}

// --------------------------------------------------------------------------------------- filter

struct FilterOptions {
  std::string file;
  Selection selection;
  std::vector<Status> statuses;
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

// Counts the cases of the report in `seen`.
CaseChoice choice_of(const FilterOptions& options, size_t& seen) {
  for (const std::string& type : options.selection.types) element_type(type);  // or a usage error
  check_versions(options.selection.operators);
  CaseChoice choice = {{"name"}};
  if (!options.selection.types.empty()) choice.fields.insert({"inputs", "outputs"});
  const auto filter = std::make_shared<NameFilter>(options.selection);
  choice.wanted = [&options, &seen, filter](const CaseResult& result) {
    ++seen;
    const CaseName name{result.suite, result.name};
    return filter->has_suite(name) && filter->is_included(name) && !filter->is_excluded(name) &&
           uses_operator(result.operators, options.selection.operators) &&
           has_type(result, options.selection.types) &&
           (options.statuses.empty() || has_status(result, options.statuses));
  };
  return choice;
}

int filter(FilterOptions& options, Session& session) {
  std::vector<std::string> files;
  if (!options.file.empty()) files.push_back(options.file);
  options.reports.settle(files, true);
  if (files.size() != 1) throw UsageError("report filter needs one JSON report of etalon test");
  options.file = files.front();
  check_reports(options.reports.files);
  size_t before = 0;
  std::vector<RunReport> runs =
      read_json_reports(options.file, ReportVersions::any, choice_of(options, before));
  std::erase_if(runs, [](const RunReport& run) { return run.results.empty(); });
  if (runs.empty()) {
    session.err << fmt::format("etalon: no case is selected, of {} in {}\n", before,
                               printable(options.file));
    return exit_nothing;
  }
  const Paint paint = paint_for(options.color, session);
  return print_runs(runs, options.reports, paint, session) ? exit_ok : exit_invalid;
}

void add_report_filter(CLI::App& report, Session& session) {
  CLI::App& command = *report.add_subcommand("filter", "Show a part of a JSON report");
  const auto options = std::make_shared<FilterOptions>();
  add_value(command, "FILE", options->file, "Read this JSON report of etalon test");
  add_name_options(command, options->selection);
  add_type_option(command, options->selection.types);
  add_status_option(command, "--status", options->statuses, status_help);
  add_report_option(command, options->reports);
  add_color_option(command, options->color);
  add_footer(command,
             "Example:\n  etalon report filter out.json --operator Resize --status fail --report "
             "resize.html\n",
             "0 done, 2 usage, 3 a file that is not a report, 5 no case is selected");
  on_run(command, session, [options, &session] { return filter(*options, session); });
}

}  // namespace

void add_report_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("report", "Work with the reports of etalon test");
  command.require_subcommand(1);
  add_report_page(command, session);
  add_report_merge(command, session);
  add_report_diff(command, session);
  add_report_filter(command, session);
}

}  // namespace etalon
