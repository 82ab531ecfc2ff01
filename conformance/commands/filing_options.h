// --output-dir, --shrink and --reports: the wrong node as a case that can be filed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/repro/filing.h"

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct FilingOptions {
  std::string folder;   // empty: nothing is written
  double seconds = 60;  // --shrink
  std::vector<std::string> reports;

  // Reads the reports, and tries the folder, so that what is wrong with them is said before long
  // work.
  void settle();
  // What the reports say of the case; nothing without reports.
  std::optional<Peers> peers(const CasePlace& place, const std::string& runtime) const;

 private:
  std::vector<NamedReport> runs_;
};

void add_filing_options(CLI::App& command, FilingOptions& options);

// "Conv-11": the operator at fault, of a group its last.
std::string label_of_operator(const NodeFault& fault);

// Writes the folder, which must not exist or be empty, and returns a sentence about it.
std::string file_node(const FilingOptions& options, const Filing& filing, Backend& backend);

}  // namespace etalon
