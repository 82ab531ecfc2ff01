// Completion of the command line by the shells: a script for each, written from the commands' own
// options.
#pragma once

#include <string>
#include <vector>

#include "conformance/commands/command_tree.h"

namespace etalon {

// The words that options and arguments of some kinds take.
struct CompletionWords {
  std::vector<std::string> releases;
  std::vector<std::string> operators;
};

// The words for the values of an option or positional, all that are known.
std::vector<std::string> value_words(const OptionInfo& option, const CompletionWords& words);

// `text` in which each character of `special` has `escape` in front.
std::string escaped(const std::string& text, std::string_view special, std::string_view escape);

}  // namespace etalon

// A shell's completion script.
namespace etalon::bash {
std::string completion(const CommandInfo& root, const CompletionWords& words);
}  // namespace etalon::bash
namespace etalon::zsh {
std::string completion(const CommandInfo& root, const CompletionWords& words);
}  // namespace etalon::zsh
namespace etalon::fish {
std::string completion(const CommandInfo& root, const CompletionWords& words);
}  // namespace etalon::fish
