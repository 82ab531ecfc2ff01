// etalon completion: the scripts of the shells, which ask the command itself what may stand at the
// cursor.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "conformance/cases/corpus.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/help.h"
#include "conformance/commands/options.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

// Each asks `etalon completion SHELL -- WORD...` and reads the answer of `text` below.
const std::map<std::string, std::string_view> scripts = {
    {"bash", R"(# Completion of etalon for bash; `etalon completion bash` writes this.
_etalon() {
  local cur=${COMP_WORDS[COMP_CWORD]#=} kind word description
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\t' read -r word description; do
      if [[ $word == "$cur"* ]]; then COMPREPLY+=("$word"); fi
    done
  } < <("${COMP_WORDS[0]}" completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ $kind == files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _etalon etalon etalon-mdf
)"},
    {"zsh", R"(#compdef etalon etalon-mdf
# Completion of etalon for zsh; `etalon completion zsh` writes this.
_etalon() {
  local -a lines offers
  lines=("${(@f)$("${(Q)words[1]}" completion zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  offers=("${(@)${(@)lines[2,-1]//:/\\:}/$'\t'/:}")
  _describe etalon offers
  if [[ $lines[1] == files ]]; then
    compset -P '--*='
    _files
  fi
}
if [[ $funcstack[1] == _etalon ]]; then _etalon "$@"; else compdef _etalon etalon etalon-mdf; fi
)"},
    {"fish", R"(# Completion of etalon for fish; `etalon completion fish` writes this.
function __etalon_offers
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l lines ($words[1] completion fish -- $words[2..] "$typed" 2>/dev/null)
    if test "$lines[1]" = files
        set -l begin (string match -r -- '^--[^=]*=' "$typed")
        printf '%s\n' "$begin"(__fish_complete_path (string replace -- "$begin" '' "$typed"))
    end
    printf '%s\n' $lines[2..]
end
complete -c etalon -c etalon-mdf -f -a '(__etalon_offers)'
)"}};

// What may stand at the cursor: words, each with its description or "", and perhaps files.
struct Offers {
  std::vector<std::pair<std::string, std::string>> words;
  bool files = false;

  // A line "files" or "words", then a line for each word: the word, a tab, its description.
  std::string text() const {
    std::string text = files ? "files\n" : "words\n";
    for (const auto& [word, description] : words) {
      text += description.empty() ? word + "\n" : fmt::format("{}\t{}\n", word, description);
    }
    return text;
  }
};

std::set<std::string> operator_names() {
  std::set<std::string> names;
  for (const Schema& schema : all_schemas()) {
    const std::string label = schema.label();
    names.insert(label.substr(0, label.rfind('-')));
  }
  return names;
}

// The values of an option or positional, each after `begin`, such as "--rule=".
void offer_values(const OptionInfo& option, const std::string& begin, Offers& offers) {
  const auto offer = [&](const std::string& word) { offers.words.emplace_back(begin + word, ""); };
  for (const std::string& choice : option.choices) offer(choice);
  if (option.values == OptionInfo::Values::operators) {
    for (const std::string& name : operator_names()) offer(name);
  } else if (option.values == OptionInfo::Values::releases) {
    for (const Corpus& corpus : read_manifest().corpora) {
      if (!corpus.file.empty()) offer(corpus.release);
    }
  }
  offers.files |= option.values == OptionInfo::Values::files;
}

bool has_name(const OptionInfo& option, const std::string& name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

// The options that may (still) be given.
void offer_options(const std::vector<OptionInfo>& options, const std::vector<std::string>& given,
                   Offers& offers) {
  for (const OptionInfo& option : options) {
    const bool again = std::any_of(given.begin(), given.end(),
                                   [&](const std::string& word) { return has_name(option, word); });
    if (again && !option.repeatable) continue;
    for (const std::string& name : option.names) {
      offers.words.emplace_back(name, option.description.substr(0, option.description.find('\n')));
    }
  }
}

// `words` are those after the program's name, up to the one at the cursor. Bash splits
// "--option=value" into three.
Offers offers_at(const CLI::App& app, std::vector<std::string> words) {
  const std::string typed = words.back() == "=" ? "" : words.back();
  words.pop_back();
  std::erase(words, "=");
  // Behind `help` stand commands, but its own options.
  const bool helps = !words.empty() && words.front() == "help" && !typed.starts_with('-');
  if (helps) words.erase(words.begin());
  const CLI::App& command = command_of(app, words);
  const std::vector<OptionInfo> options = options_of(command);
  const size_t equals = typed.starts_with("--") ? typed.find('=') : std::string::npos;
  const bool joined = equals != std::string::npos;
  const std::string before = joined ? typed.substr(0, equals) : words.empty() ? "" : words.back();
  Offers offers;
  for (const OptionInfo& option : options) {
    if (option.values == OptionInfo::Values::none || !has_name(option, before)) continue;
    offer_values(option, joined ? before + "=" : "", offers);
    return offers;
  }
  if (typed.starts_with('-')) {
    offer_options(options, words, offers);
    return offers;
  }
  for (const CLI::App* inner : commands_of(command)) {
    offers.words.emplace_back(inner->get_name(), inner->get_description());
  }
  for (const OptionInfo& positional : positionals_of(command)) {
    offer_values(positional, "", offers);
  }
  return offers;
}

}  // namespace

void add_completion_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("completion", "Print the completion script of a shell");
  const auto shell = std::make_shared<std::string>();
  const auto words = std::make_shared<std::vector<std::string>>();
  add_choice(command, "SHELL bash|zsh|fish", *shell, "Print the script of bash, zsh or fish")
      .required();
  add_value(command, "WORD...", *words,
            "Complete the last of these words of a command line (after --)");
  on_run(command, session, [shell, words, &app, &session]() -> int {
    if (words->size() > 1 && words->front() == "mdf") {
      std::vector<std::string> asked = {"completion", *shell, "--"};
      asked.insert(asked.end(), words->begin() + 1, words->end());
      return become_mdf(asked, session);
    }
    session.out << (words->empty() ? scripts.at(*shell) : offers_at(app, *words).text());
    return exit_ok;
  });
}

}  // namespace etalon
