#include "conformance/commands/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "conformance/common/near.h"

namespace etalon {

namespace {

using Words = std::vector<std::string>;

Words names_of_commands(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

Words names_of_options(const CLI::App& command) {
  Words names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The first word that looks like an option and is none; empty if there is none.
std::string unknown_option(const Words& words, const Words& known) {
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name == "--") return "";
    const bool wrong =
        name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end();
    if (wrong) return name;
  }
  return "";
}

}  // namespace

const CLI::App& command_of(const CLI::App& app, Words& words) {
  const CLI::App* command = &app;
  while (!words.empty()) {
    const CLI::App* next = nullptr;
    for (const CLI::App* one : command->get_subcommands(nullptr)) {
      if (one->get_name() == words.front()) next = one;
    }
    if (next == nullptr) break;
    command = next;
    words.erase(words.begin());
  }
  return *command;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

void add_footer(CLI::App& command, std::string_view examples, std::string_view exit_codes) {
  command.footer(
      fmt::format("{}{}Exit codes: {}.", examples, examples.empty() ? "" : "\n", exit_codes));
}

std::string usage_problem(const CLI::App& app, const Words& all, const CLI::Error& problem) {
  Words words = all;
  const CLI::App& command = command_of(app, words);
  const std::string help = fmt::format(" (see: {} --help)", full_name(command));
  const Words commands = names_of_commands(command);
  if (!commands.empty() && words.empty()) {
    return fmt::format("a command is missing; the commands are {}{}", fmt::join(commands, ", "),
                       help);
  }
  if (!commands.empty() && !words.front().starts_with('-')) {
    const std::string near = did_you_mean(words.front(), commands);
    return fmt::format(
        "no command {}{}{}", words.front(),
        near.empty() ? fmt::format("; the commands are {}", fmt::join(commands, ", ")) : near,
        help);
  }
  const Words options = names_of_options(command);
  if (const std::string wrong = unknown_option(words, options); !wrong.empty()) {
    return fmt::format("no option {}{}{}", wrong, did_you_mean(wrong, options), help);
  }
  return problem.what();
}

}  // namespace etalon
