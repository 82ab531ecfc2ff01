#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/commands/completion.h"

namespace etalon::fish {

namespace {

std::string quoted(const std::string& text) { return "'" + escaped(text, "\\'", "\\") + "'"; }

std::string at(const CommandInfo& command) {
  return fmt::format("complete -c etalon -n {}",
                     quoted(fmt::format("__etalon_at {}", quoted(command.path))));
}

// How a value is completed: -x takes only these words, -r -F also files.
std::string value_flags(const OptionInfo& option, const CompletionWords& words) {
  switch (option.values) {
    case OptionInfo::Values::none:
      return "";
    case OptionInfo::Values::operators:
      return " -x -a '(__etalon_operators)'";
    case OptionInfo::Values::files:
      return " -r -F";
    case OptionInfo::Values::free:
      return " -x";
    default:
      return " -x -a " + quoted(fmt::format("{}", fmt::join(value_words(option, words), " ")));
  }
}

std::string option_line(const CommandInfo& command, const OptionInfo& option,
                        const CompletionWords& words) {
  std::string text = at(command);
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return text + value_flags(option, words) + " -d " + quoted(option.description) + "\n";
}

std::string positional_line(const CommandInfo& command, const OptionInfo& positional,
                            const CompletionWords& words) {
  switch (positional.values) {
    case OptionInfo::Values::files:
      return at(command) + " -F\n";
    case OptionInfo::Values::operators:
      return at(command) + " -a '(__etalon_operators)'\n";
    default:
      return at(command) + " -a " +
             quoted(fmt::format("{}", fmt::join(value_words(positional, words), " "))) + "\n";
  }
}

std::string lines(const CommandInfo& command, const CompletionWords& words) {
  std::string text;
  for (const CommandInfo& inner : command.commands) {
    text += fmt::format("{} -a {} -d {}\n", at(command), inner.name, quoted(inner.description));
  }
  for (const OptionInfo& option : command.options) text += option_line(command, option, words);
  for (const OptionInfo& positional : command.positionals) {
    text += positional_line(command, positional, words);
  }
  return text;
}

constexpr std::string_view head =
    R"(# Completion of etalon for fish; `etalon completion fish` writes this.
function __etalon_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l path ''
    for word in $words
        switch "$path $word"
            case)";

constexpr std::string_view middle = R"(
                set path (string trim "$path $word")
        end
    end
    test "$path" = "$argv"
end
)";

}  // namespace

std::string completion(const CommandInfo& root, const CompletionWords& words) {
  const std::vector<const CommandInfo*> commands = all_commands(root);
  std::string text(head);
  for (const CommandInfo* command : commands) {
    for (const CommandInfo& inner : command->commands) {
      text += " " + quoted(command->path + " " + inner.name);
    }
  }
  text += middle;
  text += fmt::format("function __etalon_operators\n    string split ' ' '{}'\nend\n",
                      fmt::join(words.operators, " "));
  text += "complete -c etalon -f\n";
  for (const CommandInfo* command : commands) text += lines(*command, words);
  return text;
}

}  // namespace etalon::fish
