// Options of commands that print and write reports: --report, --color.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/common/paint.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct RunReport;
struct Session;

// The words after each --report. The first is a report; so is each further one with the ending of a
// report, unless it is a file of something else. The other words are PATHs of the command.
struct ReportWords {
  std::vector<std::vector<std::string>> words;
  std::vector<std::string> files;  // filled by settle

  // `reads_reports`: the command reads reports, so that a further word that exists is a PATH.
  void settle(std::vector<std::string>& paths, bool reads_reports = false);
};

void add_report_option(CLI::App& command, ReportWords& reports);

// --annotations github.
void add_annotations_option(CLI::App& command, std::string& form);
// Prints the report's findings in this form, and appends the report to the file that
// GITHUB_STEP_SUMMARY names, if it is set. Nothing for an empty form.
void annotate(const std::string& form, const RunReport& report, Session& session);
// The same of these lines, in GitHub's form, and this summary, in Markdown.
void annotate(const std::string& annotations, std::string summary, Session& session);

// Calls `write` for each file; where it throws an Error, says so in one line and goes on with the
// next file. True if all are written.
bool write_each(const std::vector<std::string>& files, Session& session,
                const std::function<void(const std::string& file)>& write);

// Throws UsageError for a --report whose ending is not that of a form of report, or that cannot be
// written.
void check_reports(const std::vector<std::string>& files);

// --color auto|always|never.
void add_color_option(CLI::App& command, std::string& mode);

// The colours for the command's output: with "auto", on a terminal, unless the environment has
// NO_COLOR or says that the terminal is dumb.
Paint paint_for(const std::string& mode, const Session& session);

}  // namespace etalon
