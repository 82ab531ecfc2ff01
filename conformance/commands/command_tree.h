// The commands and their options as plain data, taken from the parser: what the manual page and the
// shells' completions are written from.
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

struct CommandInfo {
  std::string path;  // "corpus fetch"; empty for the program itself
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionInfo> options;
  std::vector<OptionInfo> positionals;
  std::vector<CommandInfo> commands;
};

// The tree under the program; hidden commands and options are left out.
CommandInfo command_tree(const CLI::App& app);
// Every command of the tree, each before its subcommands; first the program itself.
std::vector<const CommandInfo*> all_commands(const CommandInfo& root);

}  // namespace etalon
