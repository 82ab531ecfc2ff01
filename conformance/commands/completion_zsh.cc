#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conformance/commands/completion.h"

namespace etalon::zsh {

namespace {

// Text within a specification of _arguments, which stands in single quotes.
std::string spec_text(const std::string& text) {
  std::string quoted;
  for (const char c : escaped(text, "\\[]:$`\"", "\\"))
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted;
}

std::string function_name(const CommandInfo& command) {
  std::string name = "_etalon" + (command.path.empty() ? "" : "_" + command.path);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

// ":FILE:_files": what a value is called and how it is completed.
std::string action(const OptionInfo& option, const CompletionWords& words) {
  const std::string form = spec_text(option.placeholder);
  switch (option.values) {
    case OptionInfo::Values::none:
      return "";
    case OptionInfo::Values::operators:
      return ":" + form + ":_etalon_operators";
    case OptionInfo::Values::files:
      return ":" + form + ":_files";
    case OptionInfo::Values::free:
      return ":" + form + ": ";
    default:
      return fmt::format(":{}:({})", form, fmt::join(value_words(option, words), " "));
  }
}

std::string option_specs(const OptionInfo& option, const CompletionWords& words) {
  std::string text;
  for (const std::string& name : option.names) {
    const std::string others = option.repeatable || option.names.size() < 2
                                   ? ""
                                   : fmt::format("({})", fmt::join(option.names, " "));
    const bool valued = option.values != OptionInfo::Values::none && name.starts_with("--");
    text += fmt::format(" \\\n    '{}{}{}{}[{}]{}'", option.repeatable ? "*" : "", others, name,
                        valued ? "=" : "", spec_text(option.description), action(option, words));
  }
  return text;
}

std::string positional_spec(const OptionInfo& positional, const CompletionWords& words) {
  const std::string times = positional.repeatable ? "*" : positional.required ? "1" : "1:";
  return fmt::format(" \\\n    '{}{}'", times, action(positional, words));
}

// The subcommands as words with their descriptions, and the function of the one that is given.
std::string dispatch(const CommandInfo& command) {
  std::string text = " \\\n    '1: :->command' '*:: :->arguments'\n  case $state in\n";
  text += "    command)\n      local -a commands=(";
  for (const CommandInfo& inner : command.commands) {
    text += fmt::format("\n        '{}:{}'", inner.name, spec_text(inner.description));
  }
  text += ")\n      _describe command commands ;;\n    arguments)\n      case $line[1] in\n";
  for (const CommandInfo& inner : command.commands) {
    text += fmt::format("        {}) {} ;;\n", inner.name, function_name(inner));
  }
  return text + "      esac ;;\n  esac\n";
}

std::string function(const CommandInfo& command, const CompletionWords& words) {
  const bool has_commands = !command.commands.empty();
  std::string text = fmt::format("{}() {{\n", function_name(command));
  if (has_commands) text += "  local context state state_descr line\n  typeset -A opt_args\n";
  text += has_commands ? "  _arguments -C" : "  _arguments";
  for (const OptionInfo& option : command.options) text += option_specs(option, words);
  for (const OptionInfo& positional : command.positionals)
    text += positional_spec(positional, words);
  text += has_commands ? dispatch(command) : "\n";
  return text + "}\n";
}

}  // namespace

std::string completion(const CommandInfo& root, const CompletionWords& words) {
  std::string text =
      "#compdef etalon\n# Completion of etalon for zsh; `etalon completion zsh` writes this.\n";
  text += fmt::format("_etalon_operators() {{\n  compadd \"$@\" -- {}\n}}\n",
                      fmt::join(words.operators, " "));
  for (const CommandInfo* command : all_commands(root)) text += function(*command, words);
  return text +
         "if [[ $funcstack[1] == _etalon ]]; then _etalon \"$@\"; else compdef _etalon etalon; "
         "fi\n";
}

}  // namespace etalon::zsh
