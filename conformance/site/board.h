// What runtimes give for official cases, in the words of the verdict: the newest release in
// data/scoreboard (data/README.md has the form of its files).
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/values/json.h"

namespace etalon::site {

// From the worst to the best. `refused` is an error, a crash or a time limit.
enum class Word { wrong, unlikely, refused, unknown, unsupported, not_tried, open, rounding, same };
inline constexpr size_t word_count = 9;
std::string_view name(Word word);  // "not tried"
// Throws InvalidInput for an unknown name.
Word word_named(std::string_view name);

struct BoardRuntime {
  std::string name, version, date;
  std::string adapter;                          // its file in scripts/backends, and its options
  std::vector<Word> words;                      // by case
  std::vector<Word> constants;                  // with constant inputs; empty without such a run
  std::vector<std::string> statuses;            // by case: "crash"
  std::map<std::string, std::string> messages;  // by name of case, where it has one
};
struct Board {
  std::string release;             // "1.22.0"; empty where nothing was measured
  std::vector<std::string> cases;  // "node/test_abs"
  // By label of the only operator that the cases test, "" of several: the first of its cases in
  // `cases`, and the one behind the last.
  std::map<std::string, std::pair<size_t, size_t>> operators;
  std::vector<BoardRuntime> runtimes;
};
// Throws InvalidInput, naming the file, where a runtime does not have a letter for each case.
Board read_board(const nlohmann::json& written);
// That of the data folder. Read once. Throws InvalidInput.
const Board& board();

// How many cases have each word.
struct Tally {
  std::array<int, word_count> counts{};
  void add(Word word) { ++counts[static_cast<size_t>(word)]; }
  int of(Word word) const { return counts[static_cast<size_t>(word)]; }
  int tried() const;
  int sound() const;   // same, rounding or open
  Word worst() const;  // not_tried where there are no cases
};
Tally tally_of(const std::vector<Word>& words, std::pair<size_t, size_t> cases);
// "21 of 24, 2 wrong, 1 rounding": the sound of those that were tried, and each word but "same".
std::string tally_text(const Tally& tally);
// "with constant inputs: 24 of 24"; "" of a runtime without such a run, or with the same counts.
std::string constants_text(const BoardRuntime& runtime, std::pair<size_t, size_t> cases);
// As a link with the colour of the worst word; words do not part from their numbers.
std::string tally_markup(const Tally& tally, std::string_view address);
// "scoreboard.html#cell=Conv-11&at=tract": the cases behind a cell.
std::string cell_address(std::string_view root, std::string_view label, std::string_view runtime);

}  // namespace etalon::site
