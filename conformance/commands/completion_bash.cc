#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/commands/completion.h"

namespace etalon::bash {

namespace {

// The options' names, for completing a word that begins with a dash.
std::vector<std::string> names_of(const std::vector<OptionInfo>& options) {
  std::vector<std::string> names;
  for (const OptionInfo& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// What a word of this kind may be, as assignments for the script.
std::string offer(const OptionInfo& option, const CompletionWords& words) {
  if (option.values == OptionInfo::Values::operators) return "words=$operators";
  std::string text = fmt::format("words='{}'", fmt::join(value_words(option, words), " "));
  if (option.values == OptionInfo::Values::files) text += " files=yes";
  return text;
}

std::string branch(const CommandInfo& command, const CompletionWords& words) {
  std::string text = fmt::format("    '{}')\n      options='{}'\n      case $prev in\n",
                                 command.path, fmt::join(names_of(command.options), " "));
  for (const OptionInfo& option : command.options) {
    if (option.values == OptionInfo::Values::none) continue;
    text += fmt::format("        {}) options='' {} ;;\n", fmt::join(option.names, " | "),
                        offer(option, words));
  }
  std::string otherwise;
  for (const CommandInfo& inner : command.commands) {
    otherwise += (otherwise.empty() ? "" : " ") + inner.name;
  }
  otherwise = "words='" + otherwise + "'";
  if (!command.positionals.empty()) otherwise = offer(command.positionals.back(), words);
  return text + fmt::format("        *) {} ;;\n      esac ;;\n", otherwise);
}

// Patterns that match a command's path followed by the name of a command within it.
std::string steps(const std::vector<const CommandInfo*>& commands) {
  std::vector<std::string> patterns;
  for (const CommandInfo* command : commands) {
    for (const CommandInfo& inner : command->commands) {
      patterns.push_back(fmt::format("'{} {}'", command->path, inner.name));
    }
  }
  return fmt::format("{}", fmt::join(patterns, " | "));
}

constexpr std::string_view head =
    R"(# Completion of etalon for bash; `etalon completion bash` writes this.
_etalon() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} path='' i
  # "--option=value" comes as three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
)";

constexpr std::string_view tail = R"(  esac
  COMPREPLY=()
  if [[ $cur == -* && -n $options ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _etalon etalon
)";

}  // namespace

std::string completion(const CommandInfo& root, const CompletionWords& words) {
  const std::vector<const CommandInfo*> commands = all_commands(root);
  std::string text(head);
  text += "  for ((i = 1; i < COMP_CWORD; ++i)); do\n    case \"$path ${COMP_WORDS[i]}\" in\n";
  text +=
      fmt::format("      {}) path=\"${{path:+$path }}${{COMP_WORDS[i]}}\" ;;\n", steps(commands));
  text += "    esac\n  done\n";
  text += fmt::format("  local operators='{}'\n", fmt::join(words.operators, " "));
  text += "  local options='' words='' files=''\n  case $path in\n";
  for (const CommandInfo* command : commands) text += branch(*command, words);
  return text + std::string(tail);
}

}  // namespace etalon::bash
