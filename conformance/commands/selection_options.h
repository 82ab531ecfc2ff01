// The options that select cases.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/selection.h"
#include "conformance/cases/status.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace etalon {

struct Session;

// --suite, --include, --exclude and --operator, which reports can answer too.
void add_name_options(CLI::App& command, Selection& selection);
// --opset and --type, for which models are read.
void add_model_options(CLI::App& command, Selection& selection);
void add_type_option(CLI::App& command, std::vector<std::string>& words);
// "--status": a list of statuses. Throws UsageError for another word.
CLI::Option& add_status_option(CLI::App& command, const std::string& name,
                               std::vector<Status>& statuses, const std::string& help);
inline constexpr const char* status_help =
    "Keep cases with one of these statuses, as in fail, unsupported, crash, timeout";

// "--suite SUITE": an option with a list of words: repeated, or with commas between them.
CLI::Option& add_list(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                      const std::string& help);

// Where the cases come from.
struct CaseSources {
  std::vector<std::string> paths;
  std::vector<std::string> releases;
};
// All cases of these paths and releases; without any, those of the default release. `suites` is the
// user's --suite: the light models count only if it names them. Throws UsageError or InvalidInput.
std::vector<Case> find_cases(const CaseSources& sources, const std::vector<std::string>& suites,
                             Session& session);

}  // namespace etalon
