// etalon report page: runs side by side, as one HTML file or as a folder of them.
#include <CLI/CLI.hpp>
#include <memory>

#include "conformance/commands/commands.h"
#include "conformance/reports/json.h"
#include "conformance/reports/page/page.h"
#include "engine/loader/file.h"

namespace etalon {

namespace {

struct PageOptions {
  std::vector<std::string> files;
  std::string html;
  std::string folder;
};

int page(const PageOptions& options, Session& session) {
  if (options.html.empty() && options.folder.empty()) {
    throw UsageError("report page writes --html FILE, --dir FOLDER or both; none is given");
  }
  std::vector<NamedReport> runs;
  for (const std::string& file : options.files) {
    runs.push_back({file, read_json_report(file, ReportVersions::any)});
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

}  // namespace

void add_report_page(CLI::App& report, Session& session) {
  CLI::App& command =
      *report.add_subcommand("page", "Show runs side by side: a page to search, sort and browse");
  const auto options = std::make_shared<PageOptions>();
  command
      .add_option("FILE", options->files, "JSON reports of etalon test, of any runtimes and days")
      ->required();
  command.add_option("--html", options->html, "Write one self-contained file");
  command.add_option("--dir", options->folder,
                     "Write a folder with a page for each operator and each case");
  on_run(command, session, [options, &session] { return page(*options, session); });
}

}  // namespace etalon
