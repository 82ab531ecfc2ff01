// What --help says after the options, what is said about wrong words, and the parser's own tree.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// The help's form: an option's value as with_form (options.h) has it.
class HelpForm : public CLI::Formatter {
  std::string make_option_name(const CLI::Option* option, bool positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

// Examples, then the command's exit codes.
void add_footer(CLI::App& command, std::string_view examples, std::string_view exit_codes);

inline constexpr std::string_view usual_exit_codes =
    "0 done, 2 usage, 3 bad or unsafe model or input, 4 unsupported, 124 stopped by --timeout";
inline constexpr std::string_view check_exit_codes =
    "0 right, 1 a mismatch, 2 usage, 3 bad or unsafe model or input, 4 unsupported; 124, 129, 130 "
    "or 143 stopped by --timeout or another limit, SIGHUP, SIGINT or SIGTERM before an output is "
    "found wrong";
inline constexpr std::string_view test_exit_codes =
    "0 all as expected, 1 a mismatch, 2 usage, 3 a refused model or input, 4 unsupported, 5 no "
    "case; 124, 129, 130 or 143 stopped by --timeout, SIGHUP, SIGINT or SIGTERM, with partial "
    "reports";

// The command that the first words name, however deep; `words` are then those after it.
const CLI::App& command_of(const CLI::App& app, std::vector<std::string>& words);
// "etalon corpus fetch"
std::string full_name(const CLI::App& command);

// What is wrong with these words as a command line of `app`, in one sentence: an unknown command or
// option with what is near, else what the library says.
std::string usage_problem(const CLI::App& app, const std::vector<std::string>& words,
                          const CLI::Error& problem);

// The tree of commands and options, as the manual page and the shells' completion read
// it: without what is hidden from the help.
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
