// etalon completion: the shells' completion scripts.
#include "conformance/commands/completion.h"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <set>

#include "conformance/cases/corpus.h"
#include "conformance/commands/commands.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

CompletionWords completion_words() {
  CompletionWords words;
  for (const Corpus& corpus : read_manifest().corpora) {
    if (!corpus.file.empty()) words.releases.push_back(corpus.release);
  }
  std::set<std::string> names;
  for (const Schema& schema : all_schemas()) {
    const std::string label = schema.label();
    names.insert(label.substr(0, label.rfind('-')));
  }
  words.operators.assign(names.begin(), names.end());
  return words;
}

using Writer = std::string (*)(const CommandInfo&, const CompletionWords&);

const std::map<std::string, Writer>& shell_writers() {
  static const std::map<std::string, Writer> shells = {
      {"bash", bash::completion}, {"zsh", zsh::completion}, {"fish", fish::completion}};
  return shells;
}

}  // namespace

std::vector<std::string> value_words(const OptionInfo& option, const CompletionWords& words) {
  std::vector<std::string> all = option.choices;
  using Values = OptionInfo::Values;
  if (option.values == Values::releases) {
    all.insert(all.end(), words.releases.begin(), words.releases.end());
  } else if (option.values == Values::operators) {
    all.insert(all.end(), words.operators.begin(), words.operators.end());
  }
  return all;
}

std::string escaped(const std::string& text, std::string_view special, std::string_view escape) {
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) safe += escape;
    safe += c;
  }
  return safe;
}

void add_completion_command(CLI::App& app, Session& session) {
  CLI::App& command = *app.add_subcommand("completion", "Print the completion script of a shell");
  command.group("");
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command.callback([shell, &app, &session] {
    session.action = [shell, &app, &session] {
      session.out << shell_writers().at(*shell)(command_tree(app), completion_words());
      return exit_ok;
    };
  });
}

}  // namespace etalon
