// --report FILE…
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

// The words after each --report. The first is a report; so is each further one with the ending of a
// report, unless it is a file of something else. The other words are PATHs of the command.
struct ReportWords {
  std::vector<std::vector<std::string>> words;
  std::vector<std::string> files;  // filled by settle

  // `reads_reports`: the command reads reports, so that a further word that exists is a PATH.
  void settle(std::vector<std::string>& paths, bool reads_reports = false);
};

void add_report_option(CLI::App& command, ReportWords& reports);

}  // namespace etalon
