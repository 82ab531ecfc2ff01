// Suggestions for an unknown word: "did you mean …?".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// The number of letters to insert, to delete, to replace or to exchange with the next one.
size_t edit_distance(std::string_view a, std::string_view b);

// At most five of `known` that are similar to `word` or contain it, most similar first, each once;
// upper and lower case are the same. Near words differ in a third of their letters at most.
std::vector<std::string> near_words(const std::string& word, const std::vector<std::string>& known);

// "; did you mean a, b?"; "" if nothing is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

// ASCII letters in lower case.
std::string lower_case(std::string text);

}  // namespace etalon
