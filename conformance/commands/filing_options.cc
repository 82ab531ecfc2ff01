#include "conformance/commands/filing_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "conformance/generate/case_files.h"
#include "engine/loader/loader.h"

namespace etalon {

void FilingOptions::settle() {
  if (!folder.empty()) OutputFolder(folder, false);
  runs_ = read_runs(reports, ReportVersions::any);
}

std::optional<Peers> FilingOptions::peers(const CasePlace& place,
                                          const std::string& runtime) const {
  if (reports.empty()) return std::nullopt;
  return peers_on(place, runs_, runtime);
}

void add_filing_options(CLI::App& command, FilingOptions& options) {
  command.add_option("--output-dir", options.folder,
                     "Write the wrong node as a case, as small as it can be, to this folder, with "
                     "repro.py, a program that shows it without Etalon");
  command
      .add_option("--shrink", options.seconds,
                  "Seconds for making that case smaller (60); 0 leaves it as it is")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--reports", options.reports,
                     "JSON reports of other runtimes: tell how many of them give the expected "
                     "digits of this case");
}

std::string label_of_operator(const NodeFault& fault) {
  const BoundModel model = parse_model(fault.model.model);
  const Node& node = model.graph.nodes.back();
  return node.schema == nullptr ? node.op_type : node.schema->label();
}

std::string file_node(const FilingOptions& options, const Filing& filing, Backend& backend) {
  OutputFolder folder(options.folder, false);
  const Filed filed = write_filed(folder.path(), filing, backend);
  folder.finish();
  return fmt::format("the {} is written as a case to {}: {}\n",
                     filing.fault.group.empty() ? "node" : "group", options.folder,
                     to_string(filed));
}

}  // namespace etalon
