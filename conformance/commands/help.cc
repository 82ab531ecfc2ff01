#include "conformance/commands/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "conformance/common/near.h"

namespace etalon {

namespace {

using Words = std::vector<std::string>;

Words names_of_commands(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
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

std::vector<std::string> split_choices(const std::string& text, char separator) {
  std::vector<std::string> parts = CLI::detail::split(text, separator);
  for (std::string& part : parts) part = part.substr(0, part.find("->"));
  return parts;
}

// The choices in the parser's name of a type: "{json,md,text}", "{official->0,scaled->1} OR …",
// "official|scaled:…".
std::vector<std::string> choices_in(const std::string& type) {
  const std::string first = type.substr(0, type.find(':'));
  if (first.find('|') != std::string::npos) return split_choices(first, '|');
  const size_t begin = type.find('{');
  const size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return split_choices(type.substr(begin + 1, end - begin - 1), ',');
}

// The words in quotes of a description: "An official release, 'own' for …, or 'all'".
std::vector<std::string> quoted_words(const std::string& description) {
  std::vector<std::string> words;
  for (size_t begin = 0; (begin = description.find(" '", begin)) != std::string::npos;) {
    begin += 2;
    words.push_back(description.substr(begin, description.find('\'', begin) - begin));
  }
  return words;
}

bool takes_number(std::string_view type) {
  return type.starts_with("UINT") || type.starts_with("INT") || type.starts_with("FLOAT");
}

// What a description begins with in capitals is the value's form: "NAME=FILE: an input".
std::string leading_form(const std::string& description) {
  const auto in_form = [](char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("=/,._[]-").find(c) != std::string_view::npos;
  };
  const size_t end =
      std::find_if_not(description.begin(), description.end(), in_form) - description.begin();
  const bool is_form = end >= 2 && end < description.size() && description[end] == ':';
  return is_form ? description.substr(0, end) : "";
}

OptionInfo::Values kind_of(const OptionInfo& info, const std::string& type) {
  using Values = OptionInfo::Values;
  if (!info.choices.empty()) return Values::choices;
  const std::string& name = info.names.back();
  if (name == "RELEASE" || name == "--release" || name == "--as-of") return Values::releases;
  if (name.starts_with("OPERATOR") || name == "--operator") return Values::operators;
  return takes_number(type) ? Values::free : Values::files;
}

std::string placeholder_of(const OptionInfo& info, const std::string& type) {
  if (info.values == OptionInfo::Values::choices) return CLI::detail::join(info.choices, "|");
  if (const std::string form = leading_form(info.description); !form.empty()) return form;
  if (info.values == OptionInfo::Values::releases) return "RELEASE";
  if (info.values == OptionInfo::Values::operators) return "OPERATOR";
  if (takes_number(type)) return "N";
  std::string name = info.names.back();
  name.erase(0, name.find_first_not_of('-'));
  std::replace(name.begin(), name.end(), '-', '_');
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

OptionInfo option_info(const CLI::Option& option) {
  OptionInfo info;
  info.description = option.get_description();
  info.required = option.get_required();
  info.repeatable = option.get_expected_max() > 1;
  const bool positional = option.get_positional();
  info.names = positional ? std::vector{option.get_name(true)}
                          : CLI::detail::split(option.get_name(false, true), ',');
  // A flag's value stands behind its name: "--no-proved{false}".
  for (std::string& name : info.names) name.erase(std::min(name.find('{'), name.size()));
  if (option.get_items_expected_max() == 0) return info;
  const std::string type = option.get_type_name();
  info.choices = choices_in(type);
  info.values = kind_of(info, type);
  if (info.values == OptionInfo::Values::releases) info.choices = quoted_words(info.description);
  info.placeholder = positional ? info.names.front() : placeholder_of(info, type);
  return info;
}

std::vector<OptionInfo> infos(const CLI::App& command, bool positional) {
  std::vector<OptionInfo> infos;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty() || option->get_positional() != positional) continue;
    infos.push_back(option_info(*option));
  }
  return infos;
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

std::vector<OptionInfo> options_of(const CLI::App& command) { return infos(command, false); }

std::vector<OptionInfo> positionals_of(const CLI::App& command) { return infos(command, true); }

std::vector<const CLI::App*> commands_of(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
}

}  // namespace etalon
