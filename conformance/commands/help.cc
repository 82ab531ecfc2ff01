#include "conformance/commands/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <string_view>

#include "conformance/commands/commands.h"
#include "conformance/commands/options.h"
#include "conformance/common/near.h"

namespace etalon {

namespace {

Words names_of_commands(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
  return names;
}

// Older spellings are not shown.
Words names_of_options(const CLI::App& command, bool shown) {
  Words names;
  for (const CLI::Option* option : command.get_options()) {
    if (shown && option->get_group().empty()) continue;
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

// The words in quotes of a description: "An official release, 'own' for …, or 'all'".
std::vector<std::string> quoted_words(const std::string& description) {
  std::vector<std::string> words;
  for (size_t begin = 0; (begin = description.find(" '", begin)) != std::string::npos;) {
    begin += 2;
    words.push_back(description.substr(begin, description.find('\'', begin) - begin));
  }
  return words;
}

// True for a value that is a path, or may be one.
bool is_path(std::string_view form) {
  constexpr std::array<std::string_view, 8> paths = {"FILE", "FOLDER", "MODEL",  "PATH",
                                                     "CASE", "BEFORE", "REPORT", "COMMAND"};
  return std::any_of(paths.begin(), paths.end(),
                     [&](std::string_view path) { return form.find(path) != form.npos; });
}

OptionInfo::Values kind_of(const std::string& name, const std::string& form) {
  using Values = OptionInfo::Values;
  if (form.find('|') != std::string::npos) return Values::choices;
  if (form.starts_with("RELEASE")) return Values::releases;
  if (form.starts_with("OPERATOR") || name == "--operator") return Values::operators;
  return is_path(form) ? Values::files : Values::free;
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
  const std::string& form = option.get_option_text();
  info.placeholder = positional ? info.names.front() : form;
  info.values = kind_of(info.names.back(), form);
  if (info.values == OptionInfo::Values::choices) info.choices = CLI::detail::split(form, '|');
  if (info.values == OptionInfo::Values::releases) info.choices = quoted_words(info.description);
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

std::string no_command(const std::string& word, const Words& known) {
  const std::string near = did_you_mean(word, known);
  return fmt::format(
      "no command {}{}", word,
      near.empty() ? fmt::format("; the commands are {}", fmt::join(known, ", ")) : near);
}

// What an option of this form needs: "a file", "NAME=FILE", "one of text, json".
std::string needed(const std::string& form) {
  static const std::map<std::string, std::string> known = {{"N", "a number"},
                                                           {"SECONDS", "a number of seconds"},
                                                           {"MINUTES", "a number of minutes"},
                                                           {"BYTES", "a number of bytes"}};
  if (const auto found = known.find(form); found != known.end()) return found->second;
  if (form.find('|') != std::string::npos) {
    return fmt::format("one of {}", fmt::join(CLI::detail::split(form, '|'), ", "));
  }
  const std::string word = form.substr(0, form.find_first_of(",."));
  const bool plain =
      std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isupper(c) != 0; });
  if (!plain) return form;
  const bool vowel = std::string_view("AEIO").find(word.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + lower_case(word);
}

// "--status requires --rerun" with another verb.
std::string with_verb(const std::string& sentence, std::string_view verb) {
  const size_t begin = sentence.find(' ');
  return fmt::format("{} {}{}", sentence.substr(0, begin), verb,
                     sentence.substr(sentence.find(' ', begin + 1)));
}

template <class E>
bool is(const CLI::Error& problem) {
  return dynamic_cast<const E*>(&problem) != nullptr;
}

// What the library says of these words of a command, in words that say what to do.
std::string sentence_of(const CLI::App& command, const Words& words, const CLI::Error& problem) {
  const std::string said = problem.what();
  std::string name = said.substr(0, said.find_first_of(": "));
  if (name.empty()) name = words.back();  // an older spelling, which the library does not name
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr && command.get_parent() != nullptr) {
    option = command.get_parent()->get_option_no_throw(name);
  }
  if (is<CLI::RequiresError>(problem)) return with_verb(said, "needs");
  if (is<CLI::ExcludesError>(problem)) return with_verb(said, "cannot be used with");
  if (is<CLI::ExtrasError>(problem)) {
    return fmt::format("{0} does not take {1} (see: {0} --help)", full_name(command),
                       said.substr(said.rfind(' ') + 1));
  }
  if (option == nullptr) return said;
  const std::string& form = option->get_option_text();
  if (is<CLI::RequiredError>(problem)) {
    return fmt::format("{} needs {}{}", full_name(command), name,
                       option->get_positional() ? "" : " " + form);
  }
  if (!is<CLI::ArgumentMismatch>(problem)) return said;
  const bool again = said.find("At Most") != std::string::npos;
  return again ? name + " is given more than once" : name + " needs " + needed(form);
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

std::string HelpForm::make_option_name(const CLI::Option* option, bool positional) const {
  std::string name = CLI::Formatter::make_option_name(option, positional);
  if (name.ends_with('}')) name.erase(name.rfind('{'));  // of a flag: "--no-proved{false}"
  return name;
}

std::string HelpForm::make_option_opts(const CLI::Option* option) const {
  const std::string& form = option->get_option_text();
  const bool shown = !form.empty() && !option->get_positional();
  return (shown ? " " + form : "") + (option->get_required() ? " (required)" : "");
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
    return no_command(words.front(), commands) + help;
  }
  Words options = names_of_options(command, false);
  for (const std::string& name : names_of_options(app, false)) options.push_back(name);
  if (const std::string wrong = unknown_option(words, options); !wrong.empty()) {
    const bool judges = command.get_option_no_throw("--backend") != nullptr;
    if (judges && (wrong == "--unsupported-if" || wrong == "--constant-inputs")) {
      return fmt::format(
          "{0} is an option of the adapters, and belongs into --backend: "
          "--backend 'python:MODULE {0} …'",
          wrong);
    }
    return fmt::format("no option {}{}{}", wrong,
                       did_you_mean(wrong, names_of_options(command, true)), help);
  }
  return sentence_of(command, words, problem);
}

void add_help_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("help", "Print the help of a command");
  const auto words = std::make_shared<Words>();
  add_value(command, "COMMAND...", *words, "Print the help of this command, as in corpus fetch");
  on_run(command, session, [words, &app, &session] {
    const CLI::App& named = command_of(app, *words);
    const Words inner = names_of_commands(named);
    if (!words->empty() && inner.empty()) throw UsageError(full_name(named) + " has no commands");
    if (!words->empty()) throw UsageError(no_command(words->front(), inner));
    session.out << named.get_formatter()->make_help(&named, full_name(named),
                                                    CLI::AppFormatMode::Normal);
    return exit_ok;
  });
}

std::vector<OptionInfo> options_of(const CLI::App& command) { return infos(command, false); }

std::vector<OptionInfo> positionals_of(const CLI::App& command) { return infos(command, true); }

std::vector<const CLI::App*> commands_of(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
}

}  // namespace etalon
