#include "conformance/commands/as_of.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "conformance/commands/commands.h"
#include "conformance/corpus.h"
#include "conformance/errata.h"

namespace etalon {

void add_as_of_option(CLI::App& command, std::string& release) {
  command.add_option("--as-of", release,
                     "Evaluate as this release of ONNX meant it, where releases differ about one "
                     "version of an operator");
}

AsReleased evaluation_as_of(const std::string& release) {
  if (release.empty()) return AsReleased({});
  if (find_corpus(read_manifest(), release) == nullptr) {
    throw UsageError(fmt::format("--as-of {}: no such release (see: etalon corpus list)", release));
  }
  return AsReleased(differences_of(release));
}

}  // namespace etalon
