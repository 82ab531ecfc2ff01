#include "conformance/commands/filing_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "conformance/commands/options.h"
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
  add_value(command, "--output-dir FOLDER", options.folder,
            "Write the wrong node here: a minimized case, and repro.py, which needs no Etalon");
  add_value(command, "--shrink SECONDS", options.seconds,
            "Minimize the case for this long (default: 60); 0 leaves it as it is")
      .check(tolerance_number());
  add_value(command, "--reports FILE...", options.reports,
            "Count how many runtimes, by their JSON reports, give the expected digits");
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
