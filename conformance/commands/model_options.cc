#include "conformance/commands/model_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <set>

#include "conformance/cases/corpus.h"
#include "conformance/cases/errata.h"
#include "conformance/commands/commands.h"
#include "engine/values/utf8.h"

namespace etalon {

void add_input_options(CLI::App& command, InputFiles& files) {
  command.add_option("--input", files.inputs, "NAME=FILE: an input, .pb, .npy or .bin")
      ->allow_extra_args(false);
  command.add_option(
      "--inputs", files.all_inputs,
      "A folder of input_I or NAME (.pb, .npy, .bin), an .npz with arrays by name, or the file "
      "of the only input");
}

void add_ignore_option(CLI::App& command, std::vector<std::string>& names) {
  command
      .add_option("--ignore-attributes", names,
                  "NAME,...: leave these out of nodes of a dialect (thinker) whose operator is not "
                  "known to have them")
      ->delimiter(',')
      ->allow_extra_args(false);
}

IgnoredAttributes ignored_attributes(const std::vector<std::string>& names, std::ostream& err) {
  return {{names.begin(), names.end()}, [&err](std::string_view node, std::string_view attribute) {
            err << fmt::format("etalon: {}: attribute {} is ignored\n", node, in_quotes(attribute));
          }};
}

void add_limit_options(CLI::App& command, Limits& limits) {
  command.add_option("--max-memory", limits.max_memory,
                     "Limit of the bytes of all values in memory");
  command.add_option("--max-steps", limits.max_steps,
                     "Limit of evaluated nodes, those in loops included");
}

void add_lenient_option(CLI::App& command, Options& evaluation, Session& session) {
  command.add_flag("--lenient", evaluation.lenient,
                   "Only warn if a value contradicts the type or rank that the model declares");
  const auto said = std::make_shared<std::set<std::string>>();
  evaluation.on_warning = [said, &session](const std::string& sentence) {
    if (!said->insert(sentence).second) return;
    session.err << "etalon: warning: " << printable(sentence) << "\n";
  };
}

void add_rule_option(CLI::App& command, Tolerance::Rule& rule) {
  const std::map<std::string, Tolerance::Rule> names = {{"official", Tolerance::Rule::official},
                                                        {"scaled", Tolerance::Rule::scaled}};
  command
      .add_option("--rule", rule,
                  "What the relative tolerance is relative to: official (default), the expected "
                  "element; scaled, the output's largest value")
      ->transform(CLI::CheckedTransformer(names))
      ->type_name("official|scaled");
}

void add_as_of_option(CLI::App& command, std::string& release) {
  command.add_option("--as-of", release,
                     "Evaluate like this release of ONNX where releases differ about one version "
                     "of an operator");
}

Differences differences_as_of(const std::string& release) {
  if (release.empty()) return {};
  if (find_corpus(read_manifest(), release) == nullptr) {
    throw UsageError(fmt::format("--as-of {}: no such release (see: etalon corpus list)", release));
  }
  return differences_of(release);
}

}  // namespace etalon
