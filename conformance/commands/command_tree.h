// The parser's own tree of commands and options, as the manual page and the shells' completion read
// it: without what is hidden from the help.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace etalon {

struct OptionInfo {
  enum class Values { none, choices, releases, operators, files, free };

  std::vector<std::string> names;  // "-h", "--help"; one without dashes for a positional
  std::string description;
  Values values = Values::none;  // what follows it; none for a flag
  // All values there are, if they are few; of releases, what is accepted besides.
  std::vector<std::string> choices;
  std::string placeholder;  // "FILE"; empty for a flag
  bool required = false;
  bool repeatable = false;
};

std::vector<OptionInfo> options_of(const CLI::App& command);
std::vector<OptionInfo> positionals_of(const CLI::App& command);
std::vector<const CLI::App*> commands_of(const CLI::App& command);

}  // namespace etalon
